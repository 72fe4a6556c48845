import { expect, test } from 'vitest'
import { remadeFile, type TakenOut } from './remade-files'
import { soughtTexts } from './texts'

const OURS = 'Nobody but this item says that the octopus went down.'
const TAKEN: TakenOut = {
  positions: new Set([1]),
  texts: soughtTexts([OURS]),
  allTexts: new Set([OURS, 'q1', 'yes']),
  withdrawn: { reason: 'asked', erratum: '', at: '2026-11-29T00:00:00.000Z' },
  each: { at: ['*', '*'], keys: ['system', 'question'], skip: ['mean'] },
}

test('an item is taken out by its keys, and another with the same words under other keys stays', async () => {
  const taken = { ...TAKEN, texts: [], allTexts: new Set(['yes', 'a', 'q1']) }
  const before = '{"a":{"q1":{"text":"yes"},"q2":{"text":"yes"}},"b":{"q1":{"text":"yes"}}}\n'
  const made = await remadeFile('data/record.jsonl', Buffer.from(before), null, taken)
  expect(made?.bytes.toString()).toBe('{"a":{"q2":{"text":"yes"}},"b":{"q1":{"text":"yes"}}}\n')
})

test('a file that holds no such documents loses the texts of the item, and no line', async () => {
  const before = `{"a":{"q1":{"text":"${OURS}"}},"b":3} }\n`
  const made = await remadeFile('data/record.jsonl', Buffer.from(before), null, TAKEN)
  expect(made?.dropped).toBe(0)
  expect(made?.bytes.toString()).toMatch(/^\{"a":\{"q1":\{"text":"sha256:[0-9a-f]{64}"\}\},"b":3\} \}\n$/)
})

test('of a document the record of the item is taken out, and every other byte stays', async () => {
  const others =
    '"q2":{"text":"Another one.","n":1}},"b":{"q1":{"text":"yes","more":"It is another."},"mean":{"n":1.50}}'
  const before = `{"a":{"q1":{"text":"${OURS}","label":"yes"},"mean":{"n":2.0},${others}}\n{"c":{"q3":{"text":"On another line."}}}\n`
  const made = await remadeFile('data/record.jsonl', Buffer.from(before), null, TAKEN)
  expect(made?.bytes.toString()).toBe(`{"a":{"mean":{"n":2.0},${others}}\n{"c":{"q3":{"text":"On another line."}}}\n`)
  expect(await remadeFile('data/record.jsonl', Buffer.from(before.replace(OURS, 'So.')), null, TAKEN)).toBeNull()
})
