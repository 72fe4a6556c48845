import { afterAll, describe, expect, test } from 'vitest'
import { readPageText, readRobotsRules } from '@/lib/automation/search/read-apart'
import { readItemsApart } from '@/lib/workspace/imports/read-apart'
import {
  blankPage,
  blankRecord,
  escapedPage,
  hoardingPdf,
  loopingPdf,
  packedPdf,
  quotedRecord,
} from '@/tests/support/hostile-input'
import { endReaders } from './apart'
import { CannotBeRead } from './limits'

afterAll(endReaders)

const html = (page: string) => readPageText({ bytes: Buffer.from(page), contentType: 'text/html', charset: 'utf-8' })
const pdf = (bytes: Buffer, limits = {}) =>
  readPageText({ bytes, contentType: 'application/pdf', charset: null }, { limits })

describe('a page', () => {
  test('of millions of blanks or escaped characters is read', async () => {
    expect(await html(blankPage())).toMatchObject({ ok: true, text: 'First words. last words.' })
    const escaped = await html(escapedPage(20_000))
    expect(escaped).toMatchObject({ ok: true })
    expect(escaped.ok && escaped.text.startsWith('First words.&&&')).toBe(true)
  })

  test('that is a PDF which loops is ended', async () => {
    const small = loopingPdf()
    expect(small.length).toBeLessThan(300)
    await expect(pdf(small, { processorMs: 500 })).rejects.toThrow(new CannotBeRead('time'))
  })

  test('that is a PDF which takes memory without end is ended', async () => {
    expect(hoardingPdf().length).toBeLessThan(4_500)
    await expect(pdf(hoardingPdf(), { processorMs: 600_000, residentBytes: 300_000_000 })).rejects.toThrow(
      new CannotBeRead('memory'),
    )
  })

  test('that is a PDF which unpacks to hundreds of megabytes is refused before it does', async () => {
    const packed = packedPdf(110_000_000)
    expect(packed.length).toBeLessThan(2_000)
    expect(await pdf(packed)).toEqual({
      ok: false,
      message: 'This PDF cannot be read: it unpacks to more than 100 MB. Quote what matters by hand.',
    })
  })
})

test('rules of a site that take long for every address are ended', async () => {
  const question = {
    robotsUrl: 'https://example.org/robots.txt',
    text: `User-agent: *\n${`Disallow: /${'*'.repeat(20_000)}\n`.repeat(25)}`,
    url: `https://example.org/${'a'.repeat(2_000)}`,
    robot: 'Assay',
  }
  const limits = { processorMs: 300 }
  await expect(readRobotsRules(question, { limits })).rejects.toThrow(new CannotBeRead('time'))
})

test('records of blanks and of quotes are read between others, and named where they are too long', async () => {
  const last = '{"prompt": "Last?", "response": "Last."}'
  const file = [blankRecord(), quotedRecord(900_000), quotedRecord(), last].join('\n')
  async function* open() {
    yield Buffer.from(file)
  }
  const seen: unknown[] = []
  for await (const entry of readItemsApart({ protocolId: 'felm' }, open))
    seen.push(entry.ok ? entry.items.map(({ ok }) => [entry.line, ok]) : [entry.line, entry.kind])
  expect(seen).toEqual([[[1, true]], [[2, true]], [3, 'too-long'], [[4, true]]])
})
