#ifndef C_INJECTION_TESTING_H
#define C_INJECTION_TESTING_H

/// Called when the program or test bundle that contains InjectionTesting is loaded, before the first
/// test; InjectionTesting defines it.
void InjectionTestingStart(void);

/// The file that an address is in, or null where that is not known.
const char *InjectionImageName(const void *address);

/// Has a function called when the process ends.
void InjectionAtExit(void (*function)(void));

#endif
