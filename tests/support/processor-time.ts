/** The processor's time that work takes in this process, in milliseconds; what else the machine does is not in it. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
