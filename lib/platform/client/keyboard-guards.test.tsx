import { afterEach, describe, expect, it } from 'vitest'
import { readKeyContext } from './keyboard-guards'

afterEach(() => document.body.replaceChildren())

/** What the guards see when a key is pressed on the element with id `here`. */
function contextIn(html: string) {
  document.body.innerHTML = html
  let seen: ReturnType<typeof readKeyContext> | undefined
  const listen = (event: KeyboardEvent) => {
    seen = readKeyContext(event)
  }
  window.addEventListener('keydown', listen, { once: true })
  document
    .getElementById('here')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, composed: true }))
  return seen
}

describe('readKeyContext', () => {
  it.each([
    ['<input id="here">', true],
    ['<input id="here" type="search">', true],
    ['<input id="here" type="checkbox">', false],
    ['<input id="here" type="radio">', false],
    ['<textarea id="here"></textarea>', true],
    ['<select id="here"></select>', true],
    ['<div id="here" contenteditable="true"></div>', true],
    ['<div id="here" role="combobox"></div>', true],
    ['<button id="here">Save</button>', false],
    ['<p id="here">text</p>', false],
  ])('%s: typing %s', (html, typing) => {
    expect(contextIn(html)?.typing).toBe(typing)
  })

  it.each([
    ['<p id="here"></p><div role="dialog" data-state="open"></div>', true],
    ['<p id="here"></p><div role="dialog" data-state="closed"></div>', false],
    ['<p id="here"></p><div role="dialog" data-state="open" data-keys="through"></div>', false],
    ['<p id="here"></p><div role="alertdialog" data-state="open"></div>', true],
    ['<p id="here"></p><div role="menu" data-state="open"></div>', true],
    ['<p id="here"></p><ul role="listbox"></ul>', false],
  ])('%s: overlay %s', (html, overlay) => {
    expect(contextIn(html)?.overlay).toBe(overlay)
  })

  it.each([
    ['<button id="here">Save</button>', ['enter', 'space']],
    ['<a id="here" href="/x">x</a>', ['enter']],
    ['<input id="here" type="checkbox">', ['space']],
    ['<p id="here"></p>', []],
    ['<section id="here" data-cut="none"></section>', []],
    ['<section id="here" data-cut="right"></section>', ['arrowleft', 'arrowright']],
  ])('%s takes %j', (html, taken) => {
    expect(contextIn(html)?.taken).toEqual(taken)
  })
})
