// So that a test imports one module.
@_exported public import InjectionTestingClocks
