import http from 'node:http'
import { expect, it } from 'vitest'
import { sendPacked } from './packed-files'

const SCRIPT = '/_next/static/chunks/a1-_~.js'
const FILES = new Set([SCRIPT, `${SCRIPT}.br`, `${SCRIPT}.gz`, '/_next/static/b.css', '/_next/static/b.css.gz'])

/** What is asked of the framework after that, and what is said of its answer already. */
function ask(url: string, headers: http.IncomingHttpHeaders = {}, method = 'GET') {
  const request = Object.assign(Object.create(http.IncomingMessage.prototype), { method, url, headers })
  const response = new http.ServerResponse(request)
  sendPacked(request, response, () => FILES)
  return { url: request.url, ...response.getHeaders() }
}
const said = (encoding: string, type = 'application/javascript; charset=UTF-8') => ({
  'content-encoding': encoding,
  'content-type': type,
  vary: 'Accept-Encoding',
})
const ALL = { 'accept-encoding': 'gzip, deflate, br, zstd' }

it('has a script sent as it lies there packed, the smallest that the browser takes', () => {
  expect(ask(SCRIPT, ALL)).toEqual({ url: `${SCRIPT}.br`, ...said('br') })
  expect(ask(SCRIPT, ALL, 'HEAD')).toEqual({ url: `${SCRIPT}.br`, ...said('br') })
  expect(ask(`${SCRIPT}?v=1?2`, { 'accept-encoding': 'GZIP;q=0.5' })).toEqual({
    url: `${SCRIPT}.gz?v=1?2`,
    ...said('gzip'),
  })
  expect(ask(SCRIPT, { 'accept-encoding': 'br;q=0, gzip' })).toEqual({ url: `${SCRIPT}.gz`, ...said('gzip') })
  expect(ask('/_next/static/b.css', ALL)).toEqual({
    url: '/_next/static/b.css.gz',
    ...said('gzip', 'text/css; charset=UTF-8'),
  })
})

it.each<[string, string, http.IncomingHttpHeaders, string?]>([
  ['takes none', SCRIPT, {}],
  ['takes none of these', SCRIPT, { 'accept-encoding': 'zstd, gzip;q=0.0, xbr' }],
  ['asks for a part', SCRIPT, { ...ALL, range: 'bytes=0-9' }],
  ['asks for one state of it', SCRIPT, { ...ALL, 'if-match': '"a"' }],
  ['asks for what does not lie there packed', '/_next/static/c.js', ALL],
  ['asks for a font', '/_next/static/media/a.woff2', ALL],
  ['asks for something else', '/api/projects', ALL],
  ['goes another way there', '/_next/static/../static/chunks/a1-_~.js', ALL],
  ['writes to it', SCRIPT, ALL, 'POST'],
])('leaves it to the framework where the browser %s', (_, url, headers, method) => {
  expect(ask(url, headers, method)).toEqual({ url })
})
