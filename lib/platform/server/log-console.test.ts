import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logConsole, logRequestError } from './log-console'
import { inRequest } from './request-context'

const lines: string[] = []
let giveBack: () => void
beforeEach(() => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  giveBack = logConsole()
})
afterEach(() => {
  giveBack()
  vi.restoreAllMocks()
  lines.length = 0
})
const logged = () => lines.map((line) => JSON.parse(line))

it('makes one JSON object a line of whatever is printed, with the request that it was printed for', () => {
  const error = new Error('first\nsecond {"level":"info"}')
  inRequest({ requestId: 'edge-1:42' }, () => console.error('\u001b[31m⨯\u001b[39m', error))
  console.log('%s of %d\n', 'one', 2)
  console.warn({ deep: { down: [1] } })
  console.log('')
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(logged()).toMatchObject([
    {
      level: 'error',
      message: 'console',
      requestId: 'edge-1:42',
      text: expect.stringMatching(/^⨯ Error: first\nsecond/),
    },
    { level: 'info', text: 'one of 2' },
    { level: 'warn', text: '{ deep: { down: [ 1 ] } }' },
  ])
})

it('writes down what Node itself warns of', () => {
  process.emit('warning', new Error('too many listeners'))
  expect(logged()).toMatchObject([{ level: 'warn', message: 'node', text: expect.stringContaining('too many') }])
})

it('gives the console back', () => {
  const before = console.error
  giveBack()
  expect(console.error).not.toBe(before)
  giveBack = () => undefined
})

it('says where a page failed by its pattern, and not by its address, which may hold a secret', () => {
  logRequestError(Object.assign(new Error('no'), { digest: '4711' }), 'GET', '/invitations/[secret]')
  expect(logged()).toMatchObject([
    { level: 'error', message: 'request failed', method: 'GET', path: '/invitations/[secret]', digest: '4711' },
  ])
})
