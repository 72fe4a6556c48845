import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { MAX_DEPTH } from '@/lib/platform/foreign/records/limits'
import { actorOf } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { plainWorkbook } from '@/tests/support/plain-workbook'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { SAMPLE_BYTES, SAMPLE_RECORDS } from './contract'
import { readSample } from './read-sample'

async function sampleOf(text: string | Buffer<ArrayBuffer>, byteSize = Buffer.byteLength(text)) {
  const actor = actorOf(await makeUser({ canCreateProjects: true }))
  return readSample(actor, { body: new Response(text).body, byteSize })
}

const rows = (count: number) =>
  `id,prompt,response\n${Array.from({ length: count }, (_, n) => `${n},Why ${n}?,Because ${n}.\n`).join('')}`

describe('the beginning of a file', () => {
  test('says which protocols read it, its columns and how many items it makes', async () => {
    const sample = await sampleOf(rows(12))
    expect(sample).toMatchObject({ records: 12, whole: true, estimated: null, problem: null })
    expect(sample.fields).toEqual(['id', 'prompt', 'response'])
    expect(sample.fits[0]).toMatchObject({ records: 12, items: 12, labelled: 0, problem: null })
    expect(sample.fits.find(({ protocolId }) => protocolId === 'felm')).toMatchObject({
      records: 12,
      formats: ['Prompt and response'],
    })
    const unfit = sample.fits.find(({ protocolId }) => protocolId === 'factor-validation')
    expect(unfit).toMatchObject({ records: 0, items: 0 })
  })

  test('says which columns of somebody’s own would be read as what', async () => {
    const { fits } = await sampleOf('Nr;Question;Answer\n1;Why?;So.\n2;How?;Thus.\n')
    const felm = fits.find(({ protocolId }) => protocolId === 'felm')
    expect(felm).toMatchObject({ records: 2, formats: [], problem: null })
    expect(felm?.columns).toContainEqual({ field: 'response', title: 'response', from: ['Answer'] })
  })

  test('whose columns nobody knows goes first to protocols that can be told which is which', async () => {
    const { fits } = await sampleOf('Frage;Antwort\nWarum?;Darum.\n')
    expect(fits[0]).toMatchObject({
      protocolId: 'felm',
      records: 0,
      problem: 'No column is known to be the response.',
    })
    const asked = fits.map(({ problem }) => problem !== null)
    expect(asked).toEqual(asked.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('counts the lines that are no records, and says where the first of them is if there is nothing else', async () => {
    expect(await sampleOf('{"response":"So."}\n{"response":"Th\n{"response":"It."}\n')).toMatchObject({
      records: 2,
      unreadable: 1,
    })
    const { problem } = await sampleOf('question,answer\nWhy?,"So.\nHow?,Thus.\n')
    expect(problem).toMatch(/^Line 2: A quoted text that begins on this line/)
  })

  test('labelled in another tool goes first to the protocol that has such labels', async () => {
    const { fits } = await sampleOf(await readFile('tests/fixtures/other-tools/label-studio-json.json', 'utf8'))
    expect(fits[0]).toMatchObject({ protocolId: 'veriscore-verification', records: 6, labelled: 6 })
  })

  test('counts the records that have a response, whichever way a protocol reads them', async () => {
    const { fits } = await sampleOf('prompt,response\nWhy?,So.\nHow?,\nWho?,She.\n')
    expect(fits[0]).toMatchObject({ protocolId: 'felm', records: 2 })
    const mapped = fits.find(({ protocolId }) => protocolId === 'veriscore-preference')
    expect(mapped).toMatchObject({
      records: 2,
      columns: expect.arrayContaining([{ field: 'text', title: 'text', from: ['response'] }]),
    })
  })

  test('with labels puts the protocol first that reads them', async () => {
    const labelled = { prompt: 'Why?', response: 'So.', segmented_response: ['So.'], labels: [true], domain: 'wk' }
    const { fits } = await sampleOf(JSON.stringify([labelled]))
    expect(fits[0]).toMatchObject({ protocolId: 'felm', labelled: 1 })
  })

  test('puts the protocol first whose published format reads most of its fields, and asks nothing', async () => {
    const firstOf = async (file: string) => (await sampleOf(await readFile(`tests/fixtures/published/${file}`))).fits[0]
    expect(await firstOf('factor/expert_factor.csv')).toMatchObject({ protocolId: 'factor-validation', columns: [] })
    expect(await firstOf('veriscore/data_sample.jsonl')).toMatchObject({ protocolId: 'veriscore-verification' })
    const asked = JSON.stringify([{ question: 'Why?', answer: 'So.', output: 'Thus.', text: 'It is so.' }])
    const { fits } = await sampleOf(asked)
    expect(fits.find(({ protocolId }) => protocolId === 'felm')?.problem).toMatch(/is asked next/)
    expect(fits[0]).toMatchObject({ records: 1, problem: null })
  })

  test('of a long file is cut anywhere, and the whole is estimated', async () => {
    const text = rows(200)
    const cut = text.slice(0, 2000)
    const sample = await sampleOf(cut, 20_000)
    expect(sample).toMatchObject({ whole: false, problem: null })
    expect(sample.estimated).toBe(sample.records * 10)
    expect(await sampleOf(rows(SAMPLE_RECORDS + 50))).toMatchObject({ records: SAMPLE_RECORDS, whole: false })
  })

  test('with other fields in each record is read by the first of them', async () => {
    const lines = Array.from({ length: 4 }, (_, line) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, key) => [`${line}.${key}`, 1]))),
    )
    const sample = await sampleOf(`${JSON.stringify({ prompt: 'Why?', ['x'.repeat(600)]: 1 })}\n${lines.join('\n')}\n`)
    expect(sample.records).toBe(5)
    expect(sample.fields).toHaveLength(300)
    expect(sample.fields.slice(0, 2)).toEqual(['prompt', '0.0'])
  })

  test('in which hardly a line can be read is not read to its end', async () => {
    const bad = '{"prompt": }\n'.repeat(SAMPLE_RECORDS * 4 + 1)
    const good = '{"prompt": "Why?", "response": "So."}\n'
    expect(await sampleOf(`${good}${bad}${good}`)).toMatchObject({ records: 1, whole: false, estimated: null })
  })

  test('that is a document of records is read as one by the protocol that says where they stand', async () => {
    const folder = 'docs/examples/protocols'
    const source = readFileSync(`${folder}/answer-utility.yaml`, 'utf8').replace(/\ntests:\n[\s\S]*$/, '\n')
    const { protocolId } = await makeProtocolVersion({ source: source.replace(/^id: .*$/m, `id: doc-${randomUUID()}`) })
    const text = readFileSync(`${folder}/answer-utility.json`, 'utf8')
    const documents = Object.values(JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>)
    const keys = documents.flatMap((systems) => Object.values(systems).flatMap((answers) => Object.keys(answers)))
    const records = keys.filter((key) => key !== 'overall_results').length
    const sample = await sampleOf(text)
    expect(sample).toMatchObject({ records, problem: null, whole: true })
    expect(sample.fields).toContain('question')
    expect(sample.fields).not.toContain('@each')
    // Nobody is offered the whole document as one record.
    expect(sample.fits.slice(1).map(({ records: read }) => read)).not.toContain(1)
    expect(sample.fits[0]).toMatchObject({ protocolId, records, items: records, labelled: records })
    // Cut off in the middle of the document, it is read up to there.
    const cut = await sampleOf(text.slice(0, Math.floor(text.length / 2)), text.length)
    expect(cut).toMatchObject({ problem: null, whole: false })
    expect(cut.fits[0]?.protocolId).toBe(protocolId)
    expect(cut.records).toBeGreaterThan(0)
    expect(cut.records).toBeLessThan(records)
  })

  test('that is no file of records says why', async () => {
    expect(await sampleOf('')).toMatchObject({ records: 0, problem: expect.stringMatching(/./) })
    const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    expect(await sampleOf(picture)).toMatchObject({ records: 0, problem: expect.stringMatching(/./) })
  })

  test('that unpacks to one letter without end is not unpacked to its end', async () => {
    const member = gzipSync(Buffer.alloc(20_000_000, 'x'))
    const packed = Buffer.concat(Array.from({ length: 10 }, () => member))
    const { problem } = await sampleOf(packed)
    expect(problem).toMatch(/^Unpacked, the beginning of the file has more than 130 MB/)
  })

  test('of a large workbook is all of it, and of Parquet parts with their places; both say how many records they have', async () => {
    const rows = Array.from({ length: 2_500 }, (_, row) => [
      `Why ${row}?`,
      `Because ${row}. ${'It is so. '.repeat(80)}`,
    ])
    const workbook = plainWorkbook([['Question', 'Answer'], ...rows])
    expect(workbook.length).toBeGreaterThan(SAMPLE_BYTES)
    const known = {
      records: SAMPLE_RECORDS,
      whole: false,
      estimated: 2_500,
      fields: ['Question', 'Answer'],
      problem: null,
    }
    expect(await sampleOf(Buffer.from(workbook))).toMatchObject(known)
    // A connection may bring the first bytes by themselves.
    const inPieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [start, end] of [[0, 1], [1, 3], [3]])
          controller.enqueue(new Uint8Array(workbook.subarray(start, end)))
        controller.close()
      },
    })
    const reader = actorOf(await makeUser({ canCreateProjects: true }))
    expect(await readSample(reader, { body: inPieces, byteSize: workbook.length })).toMatchObject(known)

    const parquet = await readFile('tests/fixtures/own-files/answers-snappy.parquet')
    const parts: [number, number][] = [
      [0, 4],
      [4, parquet.length],
    ]
    const actor = actorOf(await makeUser({ canCreateProjects: true }))
    const read = (given: typeof parts, byteSize = parquet.length) =>
      readSample(actor, { body: new Response(parquet).body, byteSize, parts: given })
    expect(await read(parts)).toMatchObject({ records: 3, whole: true, estimated: null })
    await expect(read([[0, 4]])).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(read(parts, parquet.length - 1)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('of Parquet says how many records it has, also where none of them can be read', async () => {
    const deep = Array.from({ length: MAX_DEPTH + 1 }).reduce<object>((inner) => ({ inner }), {})
    const count = SAMPLE_RECORDS * 4 + 50
    const columnData = [{ name: 'deep', data: Array.from({ length: count }, () => deep), type: 'JSON' as const }]
    const parquet = Buffer.from(parquetWriteBuffer({ columnData }))
    expect(await sampleOf(parquet)).toMatchObject({
      records: 0,
      whole: false,
      estimated: count,
      problem: expect.stringMatching(/deep/),
    })
  })

  test('is for those who may create projects, and no longer than stated', async () => {
    const body = () => new Response('{}').body
    await expect(readSample(actorOf(await makeUser()), { body: body(), byteSize: 2 })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(sampleOf('x'.repeat(SAMPLE_BYTES + 1))).rejects.toMatchObject({ code: 'too_large' })
  })
})
