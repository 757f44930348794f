extension InventoryJudge {
  /// The values of the environment that SwiftUI and Apple's other frameworks declare: they stay.
  static let ownValues: Set<String> = [
    // Accessibility
    "accessibilityAssistiveAccessEnabled", "accessibilityDifferentiateWithoutColor",
    "accessibilityDimFlashingLights", "accessibilityEnabled", "accessibilityInvertColors",
    "accessibilityLargeContentViewerEnabled", "accessibilityPlayAnimatedImages",
    "accessibilityPrefersHeadAnchorAlternative", "accessibilityPrefersCrossFadeTransitions",
    "accessibilityQuickActionsEnabled", "accessibilityReduceMotion",
    "accessibilityReduceTransparency", "accessibilityShowBorders", "accessibilityShowButtonShapes",
    "accessibilitySwitchControlEnabled", "accessibilityVoiceOverEnabled", "legibilityWeight",
    // Actions
    "authorizationController", "dismiss", "dismissImmersiveSpace", "dismissSearch",
    "dismissWindow", "enrollmentAction", "newDocument", "openDocument", "openImmersiveSpace",
    "openSettings", "openURL", "openWindow", "purchase", "pushWindow", "refresh", "rename",
    "requestReview", "resetFocus", "showNotice", "supportsMultipleWindows",
    "webAuthenticationSession", "displayStoreKitMessage", "manageStoreSubscriptions",
    "startCustomWorkout", "supportsImagePlayground", "preferredPencilDoubleTapAction",
    "preferredPencilSqueezeAction",
    // Appearance
    "activityFamily", "allowedDynamicRange", "appearsActive", "backgroundMaterial",
    "backgroundProminence",
    "backgroundStyle", "badgeProminence", "buttonRepeatBehavior", "buttonSizing", "colorScheme",
    "colorSchemeContrast", "contentTransition", "contentTransitionAddsDrawingGroup",
    "controlActiveState",
    "controlSize", "displayScale", "dynamicTypeSize", "font", "fontResolutionContext",
    "headerProminence", "horizontalSizeClass", "imageScale", "isActivityFullscreen",
    "isActivityUpdateReduced", "isLuminanceReduced", "isSceneCaptured", "layoutDirection",
    "materialActiveAppearance", "menuIndicatorVisibility", "pixelLength", "realityKitScene",
    "redactionReasons", "showsWidgetContainerBackground", "showsWidgetLabel", "sidebarRowSize",
    "sizeCategory", "surfaceSnappingInfo", "symbolColorRenderingMode", "symbolRenderingMode",
    "symbolVariants", "symbolVariableValueMode", "tint", "verticalSizeClass", "widgetFamily",
    "widgetRenderingMode",
    "widgetContentMargins", "levelOfDetail", "labelStyle", "labelsVisibility", "materialActive",
    // Text
    "allowsTightening", "autocorrectionDisabled", "disableAutocorrection", "isFindDisabled",
    "isReplaceDisabled", "keyboardShortcut", "lineHeight", "lineLimit", "lineSpacing",
    "minimumScaleFactor", "multilineTextAlignment", "textCase", "textEditorStyle",
    "textSelectionAffinity", "truncationMode", "writingToolsBehavior",
    // Focus, lists, presentation, scrolling, search, state
    "defaultMinListHeaderHeight", "defaultMinListRowHeight", "documentConfiguration", "editMode",
    "fileExporterOptions", "horizontalScrollIndicatorVisibility", "isEnabled", "isFocused",
    "isFocusEffectEnabled", "isHoverEffectEnabled", "isPresented", "isScrollEnabled",
    "isSearching", "isTabBarShowingSections", "menuOrder", "navigationLinkIndicatorVisibility",
    "presentationMode", "scenePhase", "scrollDismissesKeyboardMode", "searchSuggestionsPlacement",
    "springLoadingBehavior", "tabBarPlacement", "tabViewBottomAccessoryPlacement",
    "toolbarItemHidden", "toolbarLabelStyle", "verticalScrollIndicatorVisibility",
    "windowToolbarFullScreenVisibility", "scrollBounceBehavior", "defaultWheelPickerItemHeight",
    "immersiveSpaceDisplacement", "physicalMetrics", "worldRecenterPhase", "self",
    "volumeViewpoint", "remoteDeviceIdentifier", "complicationRenderingMode",
    // Data and place
    "calendar", "locale", "managedObjectContext", "modelContext", "timeZone", "undoManager",
  ]

  /// What `InjectionEssentials` and `InjectionNetworking` have of the dependencies that
  /// swift-dependencies declares, by name.
  static let essentials: [String: String] = [
    "calendar": "calendar", "continuousClock": "clock", "date": "date",
    "fireAndForget": "fireAndForget", "locale": "locale",
    "notificationCenter": "notificationCenter", "openURL": "openURL",
    "suspendingClock": "suspendingClock", "timeZone": "timeZone", "urlSession": "urlSession",
    "uuid": "uuid", "withRandomNumberGenerator": "randomNumberGenerator",
  ]
}
