internal import Foundation
internal import Injection
internal import ServiceComparison

@main
enum Compare {
  @MainActor static func main() async {
    if let act = ChildAct.asked { return act.perform() }
    prepareDescriptors()
    do {
      switch try CompareArguments.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: try OutputFile.print(CompareArguments.helpText + "\n")
      case .list(let format): try OutputFile.print(Probe.list(as: format))
      case .run(let run): try await perform(run)
      case .inventory(let run): try list(run)
      }
    } catch let error as CompareUsageError {
      fail(with: "\(error); 'compare --help' says more", status: CompareUsageError.exitStatus)
    } catch {
      fail(with: "\(error)".onOneLine, status: 1)
    }
  }

  private static func list(_ run: CompareArguments.InventoryRun) throws {
    let output = try OptionalFile(run.output)
    let terminal = Terminal.standard
    let inventory = try Inventory(of: run.folder, for: run.output) { terminal.showProgress($0) }
    terminal.showProgress(nil)
    let text =
      switch run.format {
      case .markdown: inventory.markdown
      case .json: inventory.json
      case .text, .html: inventory.text
      }
    if try !output.write(text) { try OutputFile.print(text) }
  }

  private static func perform(_ run: CompareArguments.Run) async throws {
    let output = try OptionalFile(run.output)
    let graph = try OptionalFile(run.graph?.url)
    if let data = run.data {
      // Files are served here only because the person at the command line named one.
      prepareInjectedValues {
        $0.networkClient = .standardAndFiles
        $0.serviceLocations = ServiceLocations(landmarks: data)
      }
    }
    let terminal = Terminal.standard
    let isWhole = run.format == .text && run.only.isEmpty
    var text = ""
    if isWhole || run.data != nil || run.graph != nil {
      let overview = try await Overview.make { terminal.showProgress($0) }
      let width = run.output == nil ? terminal.width : Terminal.widthOfFiles
      if isWhole { text = overview.text(width: width) + "\n\n" }
      if let format = run.graph { _ = try graph.write(format.text(of: .record())) }
      if let error = overview.report.firstError {
        terminal.showProgress(nil)
        try OutputFile.print(overview.text(width: terminal.width) + "\n")
        throw error
      }
    }
    let report = await ComparisonReport.run(
      run.probes, in: ProbeContext(executable: executable)
    ) { probe, index, count in
      terminal.showProgress("\(index + 1) of \(count): \(probe.id)")
    }
    terminal.showProgress(nil)
    switch run.format {
    case .text:
      let isFile = run.output != nil
      text += report.text(
        width: isFile ? Terminal.widthOfFiles : terminal.width,
        isColored: !isFile && terminal.hasColors)
    case .markdown: text += report.markdown
    case .json: text += report.json
    case .html: text += report.html
    }
    if try !output.write(text) {
      try OutputFile.print(text.hasSuffix("\n") ? text : text + "\n")
    }
  }

  /// A file that may not have been asked for.
  private struct OptionalFile: ~Copyable {
    private let file: OutputFile?

    init(_ url: URL?) throws {
      file = if let url { try OutputFile(url) } else { nil }
    }

    /// Says whether there is one.
    consuming func write(_ text: String) throws -> Bool {
      try file?.write(text) != nil
    }
  }

  private static var executable: URL? {
    #if os(Linux)
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        .map { URL(fileURLWithPath: $0) }
    #else
      Bundle.main.executableURL
    #endif
  }

  /// Makes what is lost an error, and never an end without a word or a line in another file.
  private static func prepareDescriptors() {
    signal(SIGPIPE, SIG_IGN)
    // The next file that is opened would take the number of one that is closed, and what is written
    // there. From one that can only be read, writing is an error.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func fail(with message: String, status: Int32) -> Never {
    Terminal.standard.showProgress(nil)
    Terminal.writeError("compare: \(message)\n")
    exit(status)
  }
}
