import { expect, it, vi } from 'vitest'

// Next builds what runs at a start apart from its routes, so that a process has two copies of each of these modules.
async function loadCopy() {
  vi.resetModules()
  const { provided } = await import('./provided')
  return { ...(await import('./errors')), source: provided<{ ask(): string }>('answers of tests') }
}

it('gives what another copy of the modules has provided, whose errors are expected ones here too', async () => {
  const atStart = await loadCopy()
  const ofRoute = await loadCopy()
  expect(ofRoute.AppError).not.toBe(atStart.AppError)
  atStart.source.provide({
    ask: () => {
      throw new atStart.AppError('not_found')
    },
  })
  const thrown = (() => {
    try {
      return ofRoute.source.get().ask()
    } catch (error) {
      return error
    }
  })()
  expect(thrown).toBeInstanceOf(ofRoute.AppError)
  expect(new Error('something else')).not.toBeInstanceOf(ofRoute.AppError)
})

it('says what is missing where nobody has provided it', async () => {
  const { provided } = await import('./provided')
  expect(() => provided('what nobody provides').get()).toThrow('nothing is provided for what nobody provides')
})
