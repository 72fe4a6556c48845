import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Output } from './output'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An output, and what it writes to standard error. */
function shown({ json = false, isTTY = false }) {
  const written: string[] = []
  const err = { write: (text: string) => written.push(text), isTTY }
  return { output: new Output(json, { out: { write: () => true }, err }), written }
}

/** Reports each tenth of something that takes so many seconds. */
function inTenths(output: Output, seconds: number): void {
  for (let tenth = 0; tenth <= 10; tenth++) {
    output.progress('Reading', tenth / 10)
    vi.advanceTimersByTime(seconds * 100)
  }
  output.endProgress()
}

test('progress is a bar that replaces itself at a terminal, and is gone at the end', () => {
  const { output, written } = shown({ isTTY: true })
  inTenths(output, 1)
  expect(written[0]).toBe(`\r\u001b[2K[${'.'.repeat(20)}] Reading 0 %`)
  expect(written[5]).toBe(`\r\u001b[2K[${'#'.repeat(10)}${'.'.repeat(10)}] Reading 50 %`)
  expect(written.at(-1)).toBe('\r\u001b[2K')
})

test('elsewhere it is a line after two seconds, and then ever more rarely', () => {
  const { output, written } = shown({})
  inTenths(output, 1)
  expect(written).toEqual([])
  inTenths(output, 10)
  expect(written).toEqual(['Reading 20 %\n', 'Reading 40 %\n', 'Reading 80 %\n'])
})

test('beside JSON it is nothing', () => {
  const { output, written } = shown({ json: true, isTTY: true })
  inTenths(output, 10)
  expect(written).toEqual([])
})

test('a wait of more than two seconds says how long it lasts', async () => {
  for (const [isTTY, expected] of [
    [false, ['Waiting, 2 s\n', 'Waiting, 4 s\n']],
    [true, [2, 3, 4].map((seconds) => `\r\u001b[2KWaiting, ${seconds} s`).concat('\r\u001b[2K')],
  ] as const) {
    const { output, written } = shown({ isTTY })
    let answer: (value: number) => void = () => undefined
    const waited = output.while(
      'Waiting',
      new Promise<number>((resolve) => {
        answer = resolve
      }),
    )
    vi.advanceTimersByTime(4500)
    answer(7)
    expect(await waited).toBe(7)
    expect(written).toEqual(expected)
  }
})

test('values are counted as they pass', async () => {
  const { output, written } = shown({ isTTY: true })
  async function* values() {
    for (const value of ['a', 'b']) {
      yield value
      vi.advanceTimersByTime(500)
    }
  }
  const passed: string[] = []
  for await (const value of output.counted('Reading gold', values())) passed.push(value)
  expect(passed).toEqual(['a', 'b'])
  expect(written).toEqual(['\r\u001b[2KReading gold, 1 records', '\r\u001b[2KReading gold, 2 records', '\r\u001b[2K'])
})
