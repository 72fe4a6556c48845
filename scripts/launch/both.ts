/**
 * Does two things at once, and returns what the first brings. When one fails, the other is asked to stop and waited for, and the
 * first failure is thrown.
 */
export async function both<T>(
  signal: AbortSignal,
  first: (stop: AbortSignal) => Promise<T>,
  second: (stop: AbortSignal) => Promise<unknown>,
): Promise<T> {
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const guarded = <R>(work: Promise<R>) =>
    work.catch((error: unknown) => {
      failed.abort(error)
      throw error
    })
  const works = [guarded(first(stop)), guarded(second(stop))] as const
  await Promise.allSettled(works)
  if (failed.signal.aborted) throw failed.signal.reason
  return works[0]
}
