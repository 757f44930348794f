// What Apple's header declares of what the C files use.
#pragma once
int atexit(void (*function)(void));
