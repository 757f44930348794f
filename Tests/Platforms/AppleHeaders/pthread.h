// What Apple's header declares of what the C files use.
#pragma once
int pthread_main_np(void);
