import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html, PATIENT, type PretendWeb, pretendWeb, publicAddress, redirect } from '@/tests/support/pretend-public'
import { fetchPage } from './fetch-page'
import { newRobotsCache } from './robots'
import { isPublicAddress, judgeUrl } from './safe-address'

/** Forms of addresses that must never be read, whatever stands behind them. */
const refused = [
  // plainly private
  'http://127.0.0.1/',
  'http://127.255.255.254/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://203.0.113.5/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  // in disguise
  'http://2130706433/',
  'http://3232235777/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0x7f000001/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://134744072/',
  'http://0x08.8.8.8/',
  'http://127.0.0.1./',
  'http://127。0。0。1/',
  'http://①②⑦.0.0.1/',
  'http://１２７.0.0.1/',
  'http://%31%32%37.0.0.1/',
  'http://127.0.0.%31/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'http:///127.0.0.1',
  'http://127.0.\n0.1/',
  // IPv6
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:10.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  // names
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://%6cocalhost/',
  'http://ⓛocalhost/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://intranet/',
  'http://wiki.corp/',
  'http://router.home.arpa/',
  'http://news.example./',
  'http://ｎews.example/',
  // the rest of the URL
  'http://user:secret@news.example/',
  'http://user@news.example/',
  'http://@news.example/',
  'http://news.example@127.0.0.1/',
  'http://news.example:22/',
  'http://news.example:6379/',
  'http://news.example:3000/',
  'file:///etc/passwd',
  'data:text/html,hello',
  'gopher://news.example/',
  'ftp://news.example/',
  'javascript:alert(1)',
  'ws://news.example/',
  'blob:http://news.example/1',
  'about:blank',
  '//news.example/',
  'news.example',
  '',
  `http://news.example/${'a'.repeat(2_000)}`,
]

const allowed = [
  'http://news.example/',
  'https://news.example/a?b=c#d',
  'HTTPS://NEWS.Example/',
  'http://news.example:80/',
  'https://news.example:8443/',
  'http://news.example:8080/',
  'https://bücher.example/straße',
  'https://xn--bcher-kva.example/',
  'https://例え.example/',
  'http://8.8.8.8/',
  'http://172.32.0.1/',
  'http://100.128.0.1/',
  'http://11.0.0.1:8080/',
  'https://[2606:4700:4700::1111]/',
]

let web: PretendWeb
beforeAll(async () => {
  web = await pretendWeb()
})
afterAll(() => web.close())

const fetch = (url: string) =>
  fetchPage(url, { signal: new AbortController().signal, network: web.network, robots: newRobotsCache(), ...PATIENT })
const seen = () => [web.sockets(), web.dialled.length, web.requests.length]

describe('addresses', () => {
  test.each(refused)('%j is refused before anybody is asked', async (url) => {
    expect(judgeUrl(url).ok).toBe(false)
    const before = [...seen(), web.resolved.length]
    await expect(fetch(url)).rejects.toMatchObject({ code: 'blocked_address', passing: false })
    expect([...seen(), web.resolved.length]).toEqual(before)
  })

  test.each(allowed)('%j is asked for', async (url) => {
    expect(judgeUrl(url)).toMatchObject({ ok: true })
    const { protocol, host, hostname, pathname, search } = new URL(url)
    const before = web.dialled.length
    if (protocol === 'https:') {
      // The pretended web has no certificate to show, which is noticed.
      await expect(fetch(url)).rejects.toMatchObject({ code: 'page_failed' })
      expect(web.dialled.slice(before)).toContain(hostname.startsWith('[') ? hostname.slice(1, -1) : publicAddress)
      return
    }
    web.pages.set(`${host}${pathname}${search}`, html('<p>Some words.</p>'))
    expect((await fetch(url)).text).toBe('Some words.')
  })

  test('every number of a private network is refused, and no form of an IPv6 address embeds one', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const networks = fc.constantFrom<(b: number, c: number, d: number) => string>(
      (b, c, d) => `10.${b}.${c}.${d}`,
      (b, c, d) => `127.${b}.${c}.${d}`,
      (_, c, d) => `192.168.${c}.${d}`,
      (b, c, d) => `172.${16 + (b % 16)}.${c}.${d}`,
      (b, c, d) => `100.${64 + (b % 64)}.${c}.${d}`,
      (_, c, d) => `169.254.${c}.${d}`,
    )
    fc.assert(
      fc.property(networks, byte, byte, byte, (network, b, c, d) => {
        const address = network(b, c, d)
        const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
        const forms = [
          address,
          String(number),
          `0x${number.toString(16)}`,
          `[::ffff:${address}]`,
          `[64:ff9b::${address}]`,
        ]
        expect(forms.filter((form) => judgeUrl(`http://${form}/`).ok)).toEqual([])
        expect([address, `::ffff:${address}`, `::${address}`].filter(isPublicAddress)).toEqual([])
      }),
    )
  })
})

describe('names', () => {
  const privates = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ]
  test.each(privates)('that resolve to %s are not dialled', async (address) => {
    web.names.set('inside.example', [[address]])
    const before = seen()
    await expect(fetch('http://inside.example/')).rejects.toMatchObject({ code: 'blocked_address' })
    expect(seen()).toEqual(before)
  })

  test('that resolve to a public and a private address are not dialled at all', async () => {
    for (const mixed of [
      [publicAddress, '10.0.0.1'],
      ['10.0.0.1', publicAddress],
      [publicAddress, '2606:4700::1111', 'fe80::1'],
    ]) {
      web.names.set('mixed.example', [mixed])
      const before = seen()
      await expect(fetch('http://mixed.example/')).rejects.toMatchObject({ code: 'blocked_address' })
      expect(seen()).toEqual(before)
    }
  })

  test('that change their mind are dialled where they were checked, and refused the next time', async () => {
    // The first connection is that of robots.txt, after which the server hangs up; the page would need another.
    web.names.set('rebinding.example', [[publicAddress], ['127.0.0.1']])
    web.pages.set('rebinding.example/robots.txt', html('', { connection: 'close' }))
    web.pages.set('rebinding.example/', html('<p>Never read.</p>'))
    const dialled = web.dialled.length
    await expect(fetch('http://rebinding.example/')).rejects.toMatchObject({ code: 'blocked_address' })
    expect(web.dialled.slice(dialled)).toEqual([publicAddress])
    expect(web.requests).not.toContain('rebinding.example/')
    // One connection, one question: nothing is asked between the check and the dialling.
    web.names.set('steady.example', [[publicAddress], ['127.0.0.1']])
    web.pages.set('steady.example/robots.txt', html(''))
    web.pages.set('steady.example/', html('<p>Read once.</p>'))
    expect((await fetch('http://steady.example/')).text).toBe('Read once.')
    expect(web.resolved.filter((name) => name === 'steady.example')).toHaveLength(1)
  })

  test('without any address are a failure of the page', async () => {
    web.names.set('nobody.example', [[]])
    await expect(fetch('http://nobody.example/')).rejects.toMatchObject({ code: 'page_failed', passing: true })
  })
})

describe('redirects', () => {
  const inward = [
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/admin',
    'http://2130706433/',
    'http://[::1]/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'gopher://news.example/',
    'http://user:secret@news.example/',
    'http://news.example:22/',
    '//127.0.0.1/',
    'http://inside.example/',
  ]
  test.each(inward)('to %s are not followed', async (location) => {
    web.names.set('inside.example', [['10.0.0.1']])
    for (const status of [301, 302, 303, 307, 308]) {
      web.pages.set('news.example/away', redirect(location, status))
      const dialled = web.dialled.length
      const requests = web.requests.length
      await expect(fetch('http://news.example/away')).rejects.toMatchObject({ code: 'blocked_address' })
      expect(new Set(web.dialled.slice(dialled))).toEqual(new Set([publicAddress]))
      expect(web.requests.slice(requests)).toEqual(['news.example/robots.txt', 'news.example/away'])
    }
  })

  test('of robots.txt are checked like any other', async () => {
    web.pages.set('sly.example/robots.txt', redirect('http://127.0.0.1/'))
    await expect(fetch('http://sly.example/')).rejects.toMatchObject({ code: 'blocked_address' })
    expect(web.requests).not.toContain('sly.example/')
  })

  test('in public are followed, five at most', async () => {
    web.pages.set('hops.example/5', html('<p>Arrived.</p>'))
    for (let hop = 0; hop < 5; hop++) web.pages.set(`hops.example/${hop}`, redirect(`/${hop + 1}`))
    const page = await fetch('http://hops.example/0')
    expect(page).toMatchObject({ url: 'http://hops.example/0', finalUrl: 'http://hops.example/5', text: 'Arrived.' })
    web.pages.set('hops.example/start', redirect('/0'))
    await expect(fetch('http://hops.example/start')).rejects.toMatchObject({ code: 'page_failed' })
    web.pages.set('hops.example/round', redirect('/round'))
    await expect(fetch('http://hops.example/round')).rejects.toMatchObject({ code: 'page_failed' })
  })
})
