/**
 * Loaded into the app's processes by `--require`: the first SIGUSR2 begins a CPU profile, the second writes it into the file that
 * ASSAY_PROFILE names with what the process used of the processor meanwhile, in ms.
 */
const { Session } = require('node:inspector')
const { renameSync, writeFileSync } = require('node:fs')

const file = process.env.ASSAY_PROFILE
const SAMPLE_US = 200
let session = null
let before = null

process.on('SIGUSR2', () => {
  if (session === null) {
    session = new Session()
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
    session.post('Profiler.start', () => {
      before = process.cpuUsage()
      report({ began: true })
    })
    return
  }
  const used = process.cpuUsage(before)
  const ending = session
  session = null
  ending.post('Profiler.stop', (error, { profile } = {}) => {
    report({ error: error?.message ?? null, profile, processorMs: (used.user + used.system) / 1_000 })
    ending.disconnect()
  })
})

/** Renamed into its place, so that who waits for it reads all of it. */
function report(content) {
  writeFileSync(`${file}.part`, JSON.stringify(content))
  renameSync(`${file}.part`, file)
}
