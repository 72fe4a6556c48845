// Loaded into the server process before anything else: when the launcher dies, even by SIGKILL, its end of the channel
// closes, and the server stops as if asked to.
'use strict'

if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
