import { describe, expect, it } from 'vitest'
import {
  conflictingKeys,
  groupBindings,
  type KeyBinding,
  type KeyContext,
  type KeyInput,
  matchBinding,
} from './keyboard'
import { ariaKeys, keyCaps } from './keyboard-format'

const bind = (id: string, keys: string[], more: Partial<KeyBinding> = {}): KeyBinding => ({
  id,
  keys,
  label: id,
  group: 'Test',
  ...more,
})
const TABLE = [
  bind('next', ['j', 'arrowdown'], { repeats: true }),
  bind('first', ['1']),
  bind('second', ['2']),
  bind('all', ['shift+1']),
  bind('help', ['?']),
  bind('search', ['/']),
  bind('submit', ['mod+enter']),
  bind('redo', ['mod+shift+z']),
  bind('open', ['enter']),
  bind('leave', ['escape'], { when: 'typing' }),
]
const IDLE: KeyContext = { typing: false, overlay: false, taken: [] }
const TYPING: KeyContext = { ...IDLE, typing: true }

const press = (key: string, more: Partial<KeyInput> = {}): KeyInput => ({
  key,
  code: '',
  keyCode: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...more,
})
const match = (event: KeyInput, context = IDLE) => matchBinding(TABLE, event, context)?.id ?? null

describe('matchBinding', () => {
  it.each([
    ['a letter', press('j'), 'next'],
    ['a letter with caps lock', press('J'), 'next'],
    ['a letter with shift', press('J', { shiftKey: true }), null],
    ['a letter with ctrl', press('j', { ctrlKey: true }), null],
    ['a letter with meta', press('j', { metaKey: true }), null],
    ['a letter with alt', press('j', { altKey: true }), null],
    ['a named key', press('ArrowDown'), 'next'],
    ['a sign that needs shift', press('?', { shiftKey: true, code: 'Slash' }), 'help'],
    ['the same sign on a layout without shift', press('?', { code: 'KeyM' }), 'help'],
    ['ctrl and enter', press('Enter', { ctrlKey: true }), 'submit'],
    ['command and enter', press('Enter', { metaKey: true }), 'submit'],
    ['enter alone', press('Enter'), 'open'],
    ['ctrl, shift and a letter', press('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
    ['ctrl and a letter where shift is asked for', press('z', { ctrlKey: true }), null],
    ['a key that nobody wants', press('x'), null],
  ])('%s', (_, event, expected) => {
    expect(match(event)).toBe(expected)
  })

  it.each([
    ['a digit', press('1', { code: 'Digit1' }), 'first'],
    ['a digit of the number pad', press('1', { code: 'Numpad1' }), 'first'],
    ['shift and a digit key', press('!', { code: 'Digit1', shiftKey: true }), 'all'],
    ['the bare digit key of a French keyboard', press('&', { code: 'Digit1' }), 'first'],
    ['the accented digit key of a French keyboard', press('é', { code: 'Digit2' }), 'second'],
    ['the shifted digit key of a French keyboard', press('2', { code: 'Digit2', shiftKey: true }), 'second'],
    ['the same where shift has its own meaning', press('1', { code: 'Digit1', shiftKey: true }), 'all'],
    ['a Cyrillic letter on the key of j', press('о', { code: 'KeyJ' }), 'next'],
    ['a Hebrew letter on the key of j', press('ח', { code: 'KeyJ' }), 'next'],
    ['another Latin letter on the key of j', press('h', { code: 'KeyJ' }), null],
  ])('layouts: %s', (_, event, expected) => {
    expect(match(event)).toBe(expected)
  })

  it('prefers the sign that is typed to the place of the key', () => {
    const table = [bind('digit', ['1']), bind('and', ['&'])]
    expect(matchBinding(table, press('&', { code: 'Digit1' }), IDLE)?.id).toBe('and')
  })

  it.each([
    ['a letter while typing', press('j'), TYPING, null],
    ['a French digit while typing', press('&', { code: 'Digit1' }), TYPING, null],
    ['a chord while typing', press('Enter', { ctrlKey: true }), TYPING, 'submit'],
    ['what is meant for typing', press('Escape'), TYPING, 'leave'],
    ['what is meant for typing, elsewhere', press('Escape'), IDLE, null],
    ['anything under an open dialog', press('j'), { ...IDLE, overlay: true }, null],
    ['a chord under an open dialog', press('Enter', { ctrlKey: true }), { ...IDLE, overlay: true }, null],
    ['enter on a button', press('Enter'), { ...IDLE, taken: ['enter', 'space'] }, null],
    ['ctrl and enter on a button', press('Enter', { ctrlKey: true }), { ...IDLE, taken: ['enter', 'space'] }, 'submit'],
    ['a composition', press('j', { isComposing: true }), IDLE, null],
    ['a composition in Safari', press('Enter', { ctrlKey: true, keyCode: 229 }), IDLE, null],
    ['AltGr', press('2', { altGraph: true }), IDLE, null],
    ['AltGr as Windows reports it', press('2', { ctrlKey: true, altKey: true }), IDLE, null],
    ['a held key that may repeat', press('j', { repeat: true }), IDLE, 'next'],
    ['a held key that may not', press('1', { repeat: true }), IDLE, null],
    ['a letter with single keys switched off', press('j'), { ...IDLE, chordsOnly: true }, null],
    ['an arrow with single keys switched off', press('ArrowDown'), { ...IDLE, chordsOnly: true }, 'next'],
    [
      'a chord with single keys switched off',
      press('Enter', { metaKey: true }),
      { ...IDLE, chordsOnly: true },
      'submit',
    ],
  ])('guards: %s', (_, event, context, expected) => {
    expect(match(event, context)).toBe(expected)
  })
})

describe('tables', () => {
  it('finds keys that two actions claim, however they are written', () => {
    const table = [bind('a', ['mod+shift+z', 'j']), bind('b', ['shift+mod+Z', 'k']), bind('c', ['k', 'k'])]
    expect(conflictingKeys(table)).toEqual(['mod+shift+z', 'k'])
    expect(conflictingKeys(TABLE)).toEqual([])
  })

  it('groups in the order of the table', () => {
    const [a, b, c] = [
      bind('a', [], { group: 'Move' }),
      bind('b', [], { group: 'Label' }),
      bind('c', [], { group: 'Move' }),
    ]
    expect(groupBindings([a, b, c])).toEqual([
      ['Move', [a, c]],
      ['Label', [b]],
    ])
  })
})

describe('writing keys', () => {
  it.each([
    ['j', false, ['J'], 'J'],
    ['?', false, ['?'], '?'],
    ['mod+enter', false, ['Ctrl', '↵'], 'Control+Enter Meta+Enter'],
    ['mod+enter', true, ['⌘', '↵'], 'Control+Enter Meta+Enter'],
    ['mod+shift+z', true, ['⌘', '⇧', 'Z'], 'Control+Shift+Z Meta+Shift+Z'],
    ['arrowdown', false, ['↓'], 'ArrowDown'],
    ['mod++', false, ['Ctrl', '+'], 'Control+Plus Meta+Plus'],
  ])('%s, Apple %s', (keys, apple, caps, aria) => {
    expect(keyCaps(keys, apple)).toEqual(caps)
    expect(ariaKeys(keys)).toBe(aria)
  })
})
