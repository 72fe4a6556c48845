/** Logs that Inspect itself wrote (tests/python/make_inspect_logs.py), and archives that only look like one. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import type { LogChoice } from './contract'

const fixture = (name: string) => readFileSync(path.resolve('tests/fixtures/inspect', name))

async function read(bytes: Buffer, log?: LogChoice): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  for await (const entry of readRecords(chunks(), log ? { log } : {})) entries.push(entry)
  return entries
}

const values = (entries: readonly SourceEntry[]) => entries.map((entry) => (entry.ok ? entry.value : entry.message))

const verdicts = async (name: string, choice: { scorer?: string; system?: string } = {}) =>
  values(await read(fixture(name), { as: 'verdicts', ...choice }))

const line = (item: string, unit: string, label: string | null, system = 'mockllm/model') => ({
  system,
  item,
  unit,
  label,
})

describe('verdicts', () => {
  const four = [line('#1', 's1', 'true'), line('#1', 's2', 'false'), line('#2', 's1', 'false'), line('#2', 's2', null)]

  test.each(['labels.eval', 'labels.json'])(
    'of %s are the answers of its scorer; no answer is an abstention',
    async (name) => {
      const entries = await read(fixture(name), { as: 'verdicts' })
      expect(values(entries)).toEqual(four)
      expect(entries.map((entry) => entry.line)).toEqual([1, 2, 3, 4])
      expect(entries[0]).toMatchObject({ facts: { container: 'Inspect log', recordCount: 4 } })
    },
  )

  test('of several epochs are what most of them answered, and none where two answers are as frequent', async () => {
    const [, , third, last] = four
    expect(await verdicts('epochs.eval')).toEqual([...four.slice(0, 2), { ...third, label: 'true' }, last])
  })

  test('of a sample that ended with an error are none', async () => {
    expect(await verdicts('broken.eval')).toEqual([four[0], four[1], four[3]])
  })

  test('of a log with several scorers, one of whose values is NaN, need the name of one', async () => {
    expect(await verdicts('two-scorers.json')).toEqual(['The log has scores of several scorers: exact_label, doubt.'])
    expect(await verdicts('two-scorers.json', { scorer: 'exact_label', system: 'mine' })).toEqual([
      line('#1', 's1', 'true', 'mine'),
      line('#1', 's2', 'false', 'mine'),
    ])
    expect((await verdicts('two-scorers.json', { scorer: 'doubt' })).at(-1)).toBe(
      'In none of its 2 samples did the scorer “doubt” keep an answer.',
    )
    expect(await verdicts('two-scorers.json', { scorer: 'match' })).toEqual([
      'The log has no score of “match”, but scores of exact_label, doubt.',
    ])
    expect(await verdicts('not-scored.eval')).toEqual([
      'None of the 2 samples of this log was scored; its run ended with “success”.',
    ])
  })

  test('of ids that name no unit are about the item of that id', async () => {
    expect(await verdicts('answers.eval')).toMatchObject([
      { item: 'baikal', label: 'Lake Baikal lies in Siberia. It is the deepest lake.' },
      { item: '7', label: 'It is 1642 m deep.' },
    ])
  })
})

describe('samples', () => {
  test('are records with what was asked and said, and the others where one broke off', async () => {
    expect(values(await read(fixture('answers.eval')))).toEqual([
      {
        id: 'baikal',
        input: 'Where is Lake Baikal?',
        output: 'Lake Baikal lies in Siberia. It is the deepest lake.',
        target: 'Siberia',
        model: 'mockllm/model',
        task: 'answers',
        epoch: 1,
        scores: { match: { value: 'I', answer: 'Lake Baikal lies in Siberia. It is the deepest lake.' } },
      },
      expect.objectContaining({
        id: '7',
        input: 'system: Be brief.\n\nuser: How deep is it?',
        target: ['1642 m', '1,642 metres'],
        metadata: { topic: 'lakes' },
      }),
    ])
    const epochs = await read(fixture('epochs.eval'))
    expect(new Set(epochs.map((entry) => entry.ok && entry.value.id)).size).toBe(12)
  })

  test('without an output are named with the reason, and the others are read', async () => {
    const broken = sample({ output: null, error: { message: 'The line was cut.' } })
    const bytes = await archive({
      'header.json': HEADER,
      'samples/a_epoch_1.json': broken,
      'samples/b_epoch_1.json': sample({ id: 'b' }),
    })
    expect(await read(bytes)).toMatchObject([
      { ok: false, message: 'The model gave no output for sample 1/s1: The line was cut.' },
      { ok: true, value: { id: 'b', output: 'true' } },
    ])
  })

  test('that are read as a whole hold everything that was said', async () => {
    const whole = JSON.stringify(values(await read(fixture('answers.eval'), { as: 'whole' })))
    expect(whole).toContain('"events"')
    expect(whole).toContain('"task_file"')
  })
})

const HEADER = { version: 2, status: 'success', eval: { model: 'm', task: 't' } }
const sample = (more: object = {}) => ({
  id: '1/s1',
  epoch: 1,
  input: 'Is it?',
  target: 'true',
  output: { completion: 'true' },
  scores: { exact: { value: 'C', answer: 'true' } },
  ...more,
})

async function archive(members: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(members))
    zip.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name)
  zip.end()
  return buffer(zip.outputStream)
}

const withSample = (content: unknown, name = 'samples/a_epoch_1.json') =>
  archive({ 'header.json': HEADER, [name]: content })

/** The same bytes with every occurrence of a text in the place of another as long. */
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}

describe('an archive that is damaged or means harm', () => {
  const first = async (bytes: Buffer) => (await read(bytes, { as: 'verdicts' }))[0]

  test('packed with deflate is read as well', async () => {
    expect(await first(await withSample(sample()))).toMatchObject({ value: { item: '#1', unit: 's1', label: 'true' } })
  })

  test('with names that lead out of it is refused', async () => {
    const bytes = replaced(await withSample(sample()), 'samples/a', '/amples/a')
    expect(await first(bytes)).toMatchObject({ ok: false, message: expect.stringContaining('damaged') })
  })

  test('whose sample has other bytes than it says is refused', async () => {
    const bytes = await withSample(sample())
    const at = bytes.lastIndexOf('PK\u0001\u0002')
    // The size unpacked, in the directory: another than what comes out.
    bytes.writeUInt32LE(bytes.readUInt32LE(at + 24) + 1, at + 24)
    expect(await first(bytes)).toMatchObject({ ok: false, message: expect.stringContaining('damaged') })
  })

  test('packed with Zstandard, whose sample has other bytes than it says, is refused', async () => {
    const bytes = Buffer.from(fixture('labels.eval'))
    const name = bytes.lastIndexOf('samples/1/s1_epoch_1.json')
    // In the directory: the size unpacked, 22 bytes before the name.
    bytes.writeUInt32LE(100, name - 22)
    expect(await first(bytes)).toMatchObject({ ok: false, message: expect.stringContaining('damaged') })
  })

  test('whose sample unpacks to 70 MB is refused for that sample alone', async () => {
    const bytes = await archive({
      'header.json': HEADER,
      'samples/a_epoch_1.json': `{"id": "1/s1", "x": "${' '.repeat(70_000_000)}"}`,
      'samples/b_epoch_1.json': sample({ id: '1/s2' }),
    })
    expect(bytes.length).toBeLessThan(200_000)
    const entries = await read(bytes, { as: 'verdicts' })
    expect(entries).toMatchObject([
      { ok: false, kind: 'too-long', message: expect.stringContaining('64 MB') },
      { ok: true, value: { unit: 's2' } },
    ])
  })

  test.each([
    ['a list', [], 'is no sample of Inspect'],
    [
      'an id beyond what can be held',
      '{"id": 12345678901234567890, "epoch": 1, "input": "", "target": ""}',
      'no whole number',
    ],
    ['no JSON', '{"id": ', 'is not JSON'],
  ])('with %s for a sample says so', async (_, content, message) => {
    expect(await first(await withSample(content))).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    })
  })

  test('of a run that has not ended, or with samples in pieces, names the way out', async () => {
    expect(await first(await archive({ '_journal/start.json': HEADER }))).toMatchObject({
      message: expect.stringContaining('has not ended'),
      fix: expect.stringContaining('inspect log recover'),
    })
    expect(await first(await withSample(sample(), 'samples/a_epoch_1/sample.json'))).toMatchObject({
      message: expect.stringContaining('in pieces'),
      fix: expect.stringContaining('inspect log convert'),
    })
  })

  test('that is none of Inspect’s is refused as before', async () => {
    expect(await first(await archive({ 'notes.txt': 'Hello' }))).toMatchObject({
      message: 'This is a ZIP archive and not an Excel workbook.',
    })
  })

  test('a log in JSON that is cut off says so', async () => {
    expect(await first(fixture('labels.json').subarray(0, 20_000))).toMatchObject({
      ok: false,
      message: 'The log is not JSON, or is cut off.',
    })
  })
})
