// Loaded into the server process before anything else: the engine collects garbage before its heap has grown by two thirds, and not at a
// multiple of what is in use, which an import drove to half a gigabyte (docs/decisions/134). Node does not start with an option that its
// engine does not know; set here, such a one is remarked upon and left out.
'use strict'

require('node:v8').setFlagsFromString('--heap-growing-percent=60')
