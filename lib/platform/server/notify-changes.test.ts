import { expect, it } from 'vitest'
import { notifyChanges } from './notify-changes'

it('writes nothing of what is as it was, where only news is told', async () => {
  let value = 1
  let looks = 0
  let changed = () => {}
  const look = async () => {
    looks += 1
    return { value }
  }
  const listen = (told: () => void) => {
    changed = told
    return () => {}
  }
  const abort = new AbortController()
  const about = { readerId: 'ada', about: 'a test', look, listen, onlyNews: true }
  const reader = (await notifyChanges(about, abort.signal)).body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await read()).toBe('retry: 2000\n\ndata: {"value":1}\n\n')
  changed()
  await Promise.resolve()
  expect(looks).toBe(2)
  value = 2
  changed()
  expect(await read()).toBe('data: {"value":2}\n\n')
  abort.abort()
})
