import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, html, PATIENT, type PretendWeb, pretendWeb, redirect } from '@/tests/support/pretend-public'
import { tinyPdf } from '@/tests/support/tiny-pdf'
import { type FetchPageOptions, fetchPage } from './fetch-page'
import { newRobotsCache, type RobotsCache } from './robots'

let web: PretendWeb
let robots: RobotsCache
beforeEach(async () => {
  web = await pretendWeb()
  robots = newRobotsCache()
})
afterEach(() => web.close())

const idle = new AbortController().signal
const fetch = (path: string, options: Partial<FetchPageOptions> = {}) =>
  fetchPage(`http://paper.example${path}`, { signal: idle, network: web.network, robots, ...PATIENT, ...options })
const serve = (path: string, answer: Answer) => web.pages.set(`paper.example${path}`, answer)
const send =
  (type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }

describe('robots.txt', () => {
  const rules = (body: string) => serve('/robots.txt', send('text/plain', body))

  test('is obeyed, for Assay by name before everybody, and at every hop', async () => {
    rules('User-agent: *\nDisallow: /private\n\nUser-agent: assay\nDisallow: /drafts\n')
    for (const path of ['/private', '/drafts/1', '/open']) serve(path, html('<p>Words.</p>'))
    await expect(fetch('/drafts/1')).rejects.toMatchObject({ code: 'page_failed', passing: false })
    expect((await fetch('/private')).text).toBe('Words.')
    serve('/open', redirect('/drafts/1'))
    await expect(fetch('/open')).rejects.toThrow(/asks machines not to read/)
    expect(web.requests).not.toContain('paper.example/drafts/1')
  })

  test('is asked for once a day', async () => {
    serve('/a', html('<p>Words.</p>'))
    await fetch('/a')
    await fetch('/a')
    expect(web.requests).toEqual(['paper.example/robots.txt', 'paper.example/a', 'paper.example/a'])
  })

  test.each([
    [404, true],
    [403, true],
    [500, false],
    [503, false],
  ])('answered with %i: read? %s', async (status, read) => {
    serve('/robots.txt', (_, response) => response.writeHead(status).end())
    serve('/a', html('<p>Words.</p>'))
    const outcome = await fetch('/a').then(
      () => true,
      () => false,
    )
    expect(outcome).toBe(read)
  })

  test('that never comes, or never ends, does not stop the page', async () => {
    serve('/robots.txt', (request) => request.socket.destroy())
    serve('/a', html('<p>Words.</p>'))
    expect((await fetch('/a')).text).toBe('Words.')
    robots.clear()
    let written = 0
    serve('/robots.txt', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('User-agent: *\nDisallow: /b\n')
      const more = () => {
        while (!response.destroyed && response.write(`# ${'x'.repeat(10_000)}\n`)) written += 10_000
      }
      response.on('drain', more)
      more()
    })
    expect((await fetch('/a')).text).toBe('Words.')
    expect(written).toBeLessThan(20_000_000)
    await expect(fetch('/b')).rejects.toThrow(/asks machines not to read/)
  })

  test('that is awaited in vain stops the page no longer than allowed', async () => {
    // Without the option the page would not come before the test ends.
    serve('/robots.txt', () => undefined)
    serve('/a', html('<p>Words.</p>'))
    expect((await fetch('/a', { robotsMs: 50 })).text).toBe('Words.')
  })

  test('is named who asks', async () => {
    let agent: string | undefined
    serve('/a', (request, response) => {
      agent = request.headers['user-agent']
      html('<p>Words.</p>')(request, response)
    })
    await fetch('/a')
    expect(agent).toMatch(/^Assay\//)
  })
})

describe('limits', () => {
  test('a body without end is left when it is too long', async () => {
    let written = 0
    let gone: () => void = () => undefined
    const left = new Promise<void>((resolve) => {
      gone = resolve
    })
    serve('/endless', (_, response) => {
      response.on('close', gone).writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000
      }
      response.on('drain', more)
      more()
    })
    await expect(fetch('/endless', { mostBytes: 1_000_000 })).rejects.toThrow(/larger than 1 MB/)
    await left
    expect(written).toBeLessThan(10_000_000)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['deflate', deflateSync],
  ] as const)('a bomb packed with %s is not unpacked to its end; an honest page is', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding }
    serve('/bomb', send('text/html', pack(Buffer.alloc(30_000_000, 'a')), headers))
    await expect(fetch('/bomb')).rejects.toThrow(/larger than 5 MB/)
    serve('/honest', send('text/html', pack(Buffer.from('<p>Words.</p>')), headers))
    expect((await fetch('/honest')).text).toBe('Words.')
  })

  test('a body that trickles, and a server that says nothing, take no longer than allowed', async () => {
    serve('/slow', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<p>One'))
    serve('/silent', () => undefined)
    for (const path of ['/slow', '/silent']) {
      await expect(fetch(path, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout', passing: true })
    }
  })

  test('a name that is never resolved, and an address that is never reached, take no longer either', async () => {
    const never = () => new Promise<never>(() => undefined)
    const mute = { ...web.network, resolve: never }
    await expect(fetch('/a', { timeoutMs: 150, network: mute })).rejects.toMatchObject({ code: 'timeout' })
    // Dialled at a port where nobody listens.
    const dead = { ...web.network, dial: () => ({ host: '127.0.0.1', port: '1' }) }
    await expect(fetch('/a', { network: dead })).rejects.toMatchObject({ code: 'page_failed', passing: true })
  })

  test('where one address of a name is dead, the next is tried', async () => {
    web.names.set('paper.example', [['2606:4700::1', '93.184.215.14', '93.184.215.15']])
    serve('/a', html('<p>Words.</p>'))
    const tried: string[] = []
    const dial = (address: string, port: string) => {
      tried.push(address)
      return address === '93.184.215.15' ? web.network.dial(address, port) : { host: '127.0.0.1', port: '1' }
    }
    expect((await fetch('/a', { network: { ...web.network, dial } })).text).toBe('Words.')
    expect(tried.slice(0, 2)).toEqual(['93.184.215.14', '93.184.215.15'])
  })

  test('whoever asked can call it off', async () => {
    const caller = new AbortController()
    serve('/slow', () => caller.abort())
    await expect(fetch('/slow', { signal: caller.signal })).rejects.toMatchObject({ code: 'cancelled' })
  })

  test.each([
    ['image/png', 'PNG'],
    ['application/zip', 'PK'],
    ['application/json', '{}'],
    ['text/event-stream', 'data: x'],
    ['', 'x'],
  ])('content of type %j is not read', async (type, body) => {
    serve('/file', (_, response) => response.writeHead(200, type ? { 'content-type': type } : {}).end(body))
    await expect(fetch('/file')).rejects.toMatchObject({ code: 'page_failed', passing: false })
  })

  test.each([
    [404, false],
    [403, false],
    [429, true],
    [503, true],
  ])('status %i is said, and whether to try again (%s)', async (status, passing) => {
    serve('/gone', (_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<p>No.</p>'))
    await expect(fetch('/gone')).rejects.toMatchObject({ code: 'page_failed', passing })
  })

  test('a page without words, an unknown packing and a broken connection are failures in words', async () => {
    serve('/empty', html('<div><script>let words</script></div>'))
    serve('/odd', send('text/html', 'x', { 'content-encoding': 'zstd' }))
    serve('/torn', send('text/html', Buffer.from('not gzip'), { 'content-encoding': 'gzip' }))
    serve('/cut', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' }).write('<p>Half')
      response.socket?.end()
    })
    for (const path of ['/empty', '/odd', '/torn', '/cut']) {
      await expect(fetch(path)).rejects.toMatchObject({ code: 'page_failed' })
    }
  })
})

describe('text', () => {
  const word = 'Gödel über Zürich'
  test.each<[string, string, Uint8Array]>([
    ['the header', 'text/html; charset="ISO-8859-1"', Buffer.from(`<p>${word}</p>`, 'latin1')],
    ['a meta element', 'text/html', Buffer.from(`<meta charset=windows-1252><p>${word}</p>`, 'latin1')],
    [
      'an old meta element',
      'text/html',
      Buffer.from(`<meta http-equiv="Content-Type" content="text/html; charset=latin1"><p>${word}</p>`, 'latin1'),
    ],
    ['nothing, and UTF-8', 'text/html', Buffer.from(`<p>${word}</p>`)],
    ['nothing, and not UTF-8', 'text/html', Buffer.from(`<p>${word}</p>`, 'latin1')],
    ['a byte order mark', 'text/html; charset=latin1', Buffer.from(`\uFEFF<p>${word}</p>`, 'utf16le')],
    ['an unknown name', 'text/plain; charset=klingon', Buffer.from(word)],
  ])('charset by %s', async (_, type, body) => {
    serve('/a', send(type, body))
    expect((await fetch('/a')).text).toBe(word)
  })

  test('Japanese and Russian of old', async () => {
    serve('/jp', send('text/plain; charset=Shift_JIS', Uint8Array.from([0x93, 0xfa, 0x96, 0x7b])))
    serve('/ru', send('text/plain; charset=koi8-r', Uint8Array.from([0xed, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1])))
    expect([(await fetch('/jp')).text, (await fetch('/ru')).text]).toEqual(['日本', 'Москва'])
  })

  test('is what PostgreSQL can keep, with its hash', async () => {
    serve('/a', send('text/plain; charset=utf-8', 'a\0b'))
    const page = await fetch('/a#part')
    expect(page.text).toBe('ab')
    expect(page.sha256).toBe(createHash('sha256').update('ab').digest('hex'))
  })

  test('of a PDF, with its title', async () => {
    const pages = ['The bridge opened in 1932.', 'It is long.']
    serve('/paper', send('application/pdf', tinyPdf(pages, 'On bridges')))
    expect(await fetch('/paper')).toMatchObject({
      contentType: 'application/pdf',
      title: 'On bridges',
      text: pages.join('\n\n'),
    })
    serve('/broken', send('application/pdf', '%PDF-1.4 and nothing'))
    await expect(fetch('/broken')).rejects.toThrow(/damaged or locked/)
    serve('/scanned', send('application/pdf', tinyPdf([''], '')))
    await expect(fetch('/scanned')).rejects.toThrow(/no text/)
  })
})
