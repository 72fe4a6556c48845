import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorTime } from '@/tests/support/processor-time'
import { tinyPdf } from '@/tests/support/tiny-pdf'
import { pdfText } from './pdf-text'
import { readableHtml } from './readable-html'

const paragraphs = [
  'The old harbour of the town was dug by hand, over nine winters, by people who were paid in salt and in fish.',
  'Of the four cranes, which were moved by men who walked in wheels, one still stands, and it is turned every summer.',
  'Ships no longer call there, since the river has moved, and the basin is used by swimmers, rowers and a few ducks.',
]
const article = `<!doctype html><html><head><title>The old harbour - Town paper</title></head><body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/sports">Sports</a></li></ul></nav>
  <main><article><h1>The old harbour</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}
  <ul><li>nine winters</li><li>four cranes</li></ul><table><tr><td>depth</td><td>4 m</td></tr></table></article></main>
  <aside class="sidebar ad"><a href="/buy">Buy our boots</a></aside>
  <footer class="footer">All rights reserved, subscribe to our newsletter</footer></body></html>`

describe('an article', () => {
  test('is found without what stands around it, a line for each block', () => {
    const { title, text } = readableHtml(article)
    expect(title).toContain('The old harbour')
    for (const paragraph of paragraphs) expect(text.split('\n')).toContain(paragraph)
    expect(text).toContain('nine winters\nfour cranes')
    expect(text).toContain('depth 4 m')
    expect(text).not.toMatch(/Sports|boots|newsletter/)
  })

  test('a page that is none is taken whole', () => {
    const { title, text } = readableHtml(
      '<title>\n Opening  hours </title><h1>Hours</h1><p>Mon<b>day</b> 9&ndash;5<br>Sunday closed',
    )
    expect({ title, text }).toEqual({ title: 'Opening hours', text: 'Hours\nMonday 9–5\nSunday closed' })
  })
})

describe('hostile pages', () => {
  const secret = 'SECRET'
  test.each([
    `<script>${secret}</script>`,
    `<SCRIPT type=module>${secret}</SCRIPT >`,
    `<script>${secret}`,
    `<script><!-- <script>${secret}</script> --></script>`,
    `<svg><script>${secret}</script></svg>`,
    `<style>${secret}</style>`,
    `<noscript>${secret}</noscript>`,
    `<template>${secret}</template>`,
    `<iframe srcdoc="${secret}">${secret}</iframe>`,
    `<object data="javascript:${secret}">${secret}</object>`,
    `<img src=x onerror="${secret}">`,
    `<!-- ${secret} -->`,
    `<p hidden>${secret}</p>`,
    `<p style="display:none">${secret}</p>`,
    `<div aria-hidden="true">${secret}</div>`,
    `<script type="application/ld+json">{"headline":"${secret}","@type":"NewsArticle","@context":"https://schema.org"}</script>`,
    `<a href="javascript:${secret}">link</a>`,
  ])('%s says nothing', (hostile) => {
    for (const page of [
      `${hostile}<p>Words.</p>`,
      `<p>Words.</p>${hostile}`,
      article.replace('</article>', `${hostile}</article>`),
    ]) {
      const { title, text } = readableHtml(page)
      expect(title + text).not.toContain(secret)
    }
    expect(readableHtml(`<p>Words.</p>${hostile}`).text).toContain('Words.')
    expect(Object.keys(globalThis)).not.toContain(secret)
  })

  test.each([
    ['deep', '<div>'.repeat(100_000)],
    ['tables in tables', '<table><tr><td>'.repeat(20_000)],
    ['links in links', '<a href="x">'.repeat(50_000)],
    ['breaks', 'a<br>'.repeat(200_000)],
    ['long', '<p>x, y</p>'.repeat(300_000)],
    ['brackets', '<'.repeat(2_000_000)],
    ['open comment', `<!--${'<p>'.repeat(500_000)}`],
  ])('%s: read in time, and not to its end', (_, page) => {
    const sentence = '<p>A sentence of some words, as pages have them, that goes on for a while.</p>'
    const honest = `<article>${sentence.repeat(page.length / sentence.length)}</article>`
    const asUsual = processorTime(() => readableHtml(honest))
    let text = ''
    const taken = processorTime(() => {
      text = readableHtml(`<p>First words.</p>${page}`).text
    })
    expect(taken).toBeLessThan(10 * asUsual)
    expect(text).toMatch(/^First words\./)
    expect(text.length).toBeLessThan(page.length / 4)
  })

  test('any soup of tags is read without a failure', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<div',
      '>',
      '<',
      '&amp;',
      '&#0;',
      'word ',
      '<table>',
      '<tr>',
      '<!--',
      '-->',
      '"',
      "='",
      '<body>',
      '</html>',
      '<title>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(typeof readableHtml(pieces.join('')).text).toBe('string')
      }),
      { numRuns: 200 },
    )
  })
})

describe('long PDFs', () => {
  const idle = new AbortController().signal
  const pdf = tinyPdf(['one', 'two', 'three', 'four'], 'Numbers')
  test('are read up to the limit of pages, and of characters', async () => {
    expect((await pdfText(pdf, idle, { pages: 2, characters: 100 })).text).toBe('one\n\ntwo')
    expect((await pdfText(pdf, idle, { pages: 9, characters: 4 })).text).toBe('one\n\ntwo')
  })

  test('are left when time is up', async () => {
    await expect(pdfText(pdf, AbortSignal.abort(new Error('time is up')))).rejects.toThrow('time is up')
  })

  test('are read up to the limit on one page too', async () => {
    const page = tinyPdf([new Array<string>(20_000).fill('a line like any other').join('\n')], 'One page')
    const { text } = await pdfText(page, idle, { pages: 9, characters: 1000 })
    expect(text.length).toBeGreaterThanOrEqual(1000)
    expect(text.length).toBeLessThan(10_000)
  })
})
