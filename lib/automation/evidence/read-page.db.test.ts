import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FetchedPage, fetchPage } from '@/lib/automation/search/fetch-page'
import { newRobotsCache } from '@/lib/automation/search/robots'
import { prisma } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
import { WAIT_LIMIT_MS } from '@/tests/support/limits'
import { html, type PretendWeb, pretendWeb } from '@/tests/support/pretend-public'
import { until } from '@/tests/support/wait'
import { keepSnapshot, readPage } from './read-page'

const idle = new AbortController().signal
/** Two readers. */
const [anna, bert] = [randomUUID(), randomUUID()]
const page = (url: string, text: string): FetchedPage => ({
  url,
  finalUrl: url,
  contentType: 'text/html',
  title: 'A page',
  text,
  sha256: createHash('sha256').update(text).digest('hex'),
})
let made = 0
const address = () => `https://news.example/${++made}`
const snapshots = (url: string) => prisma().pageSnapshot.findMany({ where: { url }, orderBy: { fetchedAt: 'asc' } })
const age = (url: string, hours: number) =>
  prisma().pageSnapshot.updateMany({ where: { url }, data: { fetchedAt: new Date(Date.now() - hours * 3_600_000) } })

describe('a snapshot', () => {
  test('is kept once for a text, as it was first read; another text is another', async () => {
    const url = address()
    const first = await keepSnapshot(anna, page(url, 'One.'))
    const again = await keepSnapshot(anna, { ...page(url, 'One.'), title: 'Another title' })
    expect(again).toEqual(first)
    const changed = await keepSnapshot(anna, page(url, 'Two.'))
    expect((await snapshots(url)).map(({ id, text }) => [id, text])).toEqual([
      [first.id, 'One.'],
      [changed.id, 'Two.'],
    ])
  })

  test('kept by many at once is one', async () => {
    const url = address()
    const kept = await Promise.all(Array.from({ length: 8 }, () => keepSnapshot(anna, page(url, 'One.'))))
    expect(new Set(kept.map(({ id }) => id)).size).toBe(1)
    expect(await snapshots(url)).toHaveLength(1)
  })

  test('of the longest address and of a long text has room', async () => {
    const url =
      `https://news.example/${Array.from({ length: 150 }, (_, index) => createHash('md5').update(String(index)).digest('hex')).join('')}`.slice(
        0,
        2_000,
      )
    const text = 'Ünïcode 漢字 '.repeat(80_000)
    expect((await keepSnapshot(anna, page(url, text))).text).toBe(text)
  })
})

describe('reading a page', () => {
  test('fetches once within a day, wherever on the page one wants to go', async () => {
    const url = address()
    const fetch = vi.fn(async (asked: string) => page(asked, 'One.'))
    const first = await readPage(`${url}#top`, { reader: anna, signal: idle, fetch })
    const second = await readPage(url, { reader: anna, signal: idle, fetch })
    expect(second).toEqual(first)
    expect(first).toMatchObject({ url, text: 'One.', title: 'A page', sha256: page(url, 'One.').sha256 })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('takes what another process kept today, and the latest of it', async () => {
    const url = address()
    await keepSnapshot(anna, page(url, 'Morning.'))
    await age(url, 5)
    const evening = await keepSnapshot(anna, page(url, 'Evening.'))
    const fetch = vi.fn()
    expect((await readPage(url, { reader: anna, signal: idle, fetch })).snapshotId).toBe(evening.id)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('fetches what was kept longer ago; a text that has not changed stays the snapshot that it was', async () => {
    const url = address()
    const old = await keepSnapshot(anna, page(url, 'One.'))
    await age(url, 25)
    const fetch = vi.fn(async (asked: string) => page(asked, 'One.'))
    expect((await readPage(url, { reader: anna, signal: idle, fetch })).snapshotId).toBe(old.id)
    expect((await readPage(url, { reader: anna, signal: idle, fetch })).snapshotId).toBe(old.id)
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(await snapshots(url)).toHaveLength(1)
  })

  test('keeps what a page says now beside what it said', async () => {
    const url = address()
    await keepSnapshot(anna, page(url, 'One.'))
    await age(url, 25)
    const now = await readPage(url, { reader: anna, signal: idle, fetch: async (asked) => page(asked, 'Two.') })
    expect(now.text).toBe('Two.')
    expect((await snapshots(url)).map(({ text }) => text)).toEqual(['One.', 'Two.'])
  })

  test('asked for by many at once is fetched once; one who gives up takes it from nobody', async () => {
    const url = address()
    let answer: (page: FetchedPage) => void = () => undefined
    const fetch = vi.fn(
      (_: string) =>
        new Promise<FetchedPage>((resolve) => {
          answer = resolve
        }),
    )
    const impatient = new AbortController()
    const given = readPage(url, { reader: anna, signal: impatient.signal, fetch })
    const others = Array.from({ length: 5 }, () => readPage(url, { reader: anna, signal: idle, fetch }))
    impatient.abort()
    await expect(given).rejects.toMatchObject({ code: 'cancelled' })
    await until(() => fetch.mock.calls.length > 0)
    answer(page(url, 'One.'))
    const read = await Promise.all(others)
    expect(new Set(read.map(({ snapshotId }) => snapshotId)).size).toBe(1)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('is another’s in nothing: neither the copy, nor its hour, nor the fetch under way, nor what changed', async () => {
    const url = address()
    const annas = await keepSnapshot(anna, page(url, 'One.'))
    await age(url, 3)
    const gone = vi.fn(async () => Promise.reject(new StepFailure('page_failed', 'The page is gone.', false)))
    const ofBert = { reader: bert, signal: idle }
    await expect(readPage(url, { ...ofBert, fetch: gone })).rejects.toMatchObject({ code: 'page_failed' })
    let answer: (page: FetchedPage) => void = () => undefined
    const slow = new Promise<FetchedPage>((resolve) => {
      answer = resolve
    })
    const elsewhere = address()
    const waiting = readPage(elsewhere, { reader: anna, signal: idle, fetch: () => slow })
    const berts = await readPage(elsewhere, { ...ofBert, fetch: async (asked) => page(asked, 'One.') })
    answer(page(elsewhere, 'One.'))
    expect((await waiting).snapshotId).not.toBe(berts.snapshotId)
    const began = new Date().toISOString()
    const own = await readPage(url, { ...ofBert, fetch: async (asked) => page(asked, 'One.') })
    expect(own.snapshotId).not.toBe(annas.id)
    expect(own.fetchedAt >= began).toBe(true)
    expect(await snapshots(url)).toHaveLength(2)
  })

  test('that failed keeps nothing, and is tried again', async () => {
    const url = address()
    const fetch = vi
      .fn<(asked: string) => Promise<FetchedPage>>()
      .mockRejectedValueOnce(new StepFailure('timeout', 'The page took too long.', true))
      .mockImplementation(async (asked) => page(asked, 'One.'))
    await expect(readPage(url, { reader: anna, signal: idle, fetch })).rejects.toMatchObject({ code: 'timeout' })
    expect(await snapshots(url)).toEqual([])
    expect((await readPage(url, { reader: anna, signal: idle, fetch })).text).toBe('One.')
  })

  test.each(['http://127.0.0.1/', 'file:///etc/passwd', 'nothing'])(
    '%s is refused before anything is asked',
    async (url) => {
      const fetch = vi.fn()
      await expect(readPage(url, { reader: anna, signal: idle, fetch })).rejects.toMatchObject({
        code: 'blocked_address',
      })
      expect(fetch).not.toHaveBeenCalled()
    },
  )
})

describe('with the real way of fetching', () => {
  let web: PretendWeb
  beforeAll(async () => {
    web = await pretendWeb()
  })
  afterAll(() => web.close())

  test('what is hostile to a database is kept', async () => {
    web.pages.set(
      'hostile.example/',
      html("<title>x'; drop table page_snapshots; --</title><p>NUL \0 and &#xD800; and '; --</p>"),
    )
    const kept = await readPage('http://hostile.example/', {
      reader: anna,
      signal: idle,
      fetch: (url, options) =>
        fetchPage(url, {
          ...options,
          network: web.network,
          robots: newRobotsCache(),
          timeoutMs: WAIT_LIMIT_MS,
          robotsMs: WAIT_LIMIT_MS,
        }),
    })
    expect(kept.title).toBe("x'; drop table page_snapshots; --")
    expect(await prisma().pageSnapshot.findUnique({ where: { id: kept.snapshotId } })).toMatchObject({
      text: kept.text,
    })
    expect(kept.text).not.toContain('\0')
  })
})
