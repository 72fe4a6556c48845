// Loaded into the server process before anything else. The launcher asks the app to leave before it sends the signal that
// ends the server, so that jobs are put down while the database is there; and when the launcher dies, even by SIGKILL, its
// end of the channel closes, and the server does the same by itself.
'use strict'

async function leave() {
  try {
    await globalThis.__assayLeave?.()
  } catch {
    // What could not be put down is found by the next worker.
  }
}

if (process.channel) {
  process.on('message', (said) => {
    if (said === 'leave') void leave().then(() => process.connected && process.send('left'))
  })
  process.once('disconnect', () => void leave().then(() => process.kill(process.pid, 'SIGTERM')))
}
