import { afterEach, describe, expect, it } from 'vitest'
import { type KeyBinding, type KeyContext, type KeyInput, matchBinding } from './keyboard'
import { keyCaps } from './keyboard-format'
import { noteScript } from './keyboard-guards'

const bind = (keys: string): KeyBinding => ({ id: keys, keys: [keys], label: keys, group: 'Test' })
const KEYS = [
  'j',
  'q',
  'w',
  'z',
  'y',
  'b',
  '0',
  '1',
  '2',
  'shift+1',
  'shift+6',
  'mod+z',
  'mod+y',
  'mod+shift+z',
  '?',
  '/',
]
const TABLE = KEYS.map(bind)
const IDLE: KeyContext = { typing: false, overlay: false, taken: [] }

/** As browsers report it: what is typed, where the key is, and the modifiers. */
const event = (key: string, code: string, modifiers = '', more: Partial<KeyInput> = {}): KeyInput => ({
  key,
  code,
  keyCode: 0,
  repeat: false,
  isComposing: false,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  altKey: modifiers.includes('alt'),
  shiftKey: modifiers.includes('shift'),
  ...more,
})

afterEach(() => void noteScript({ key: 'a', code: 'KeyA', shiftKey: false }))

describe('keys of layouts', () => {
  it.each([
    ['AZERTY: 1 without Shift', event('&', 'Digit1'), '1'],
    ['AZERTY: 2 without Shift', event('é', 'Digit2'), '2'],
    ['AZERTY: 0 without Shift', event('à', 'Digit0'), '0'],
    ['AZERTY: Shift and 1', event('1', 'Digit1', 'shift'), 'shift+1'],
    ['AZERTY with caps lock: 1', event('1', 'Digit1'), '1'],
    ['AZERTY: undo is on the key that types z', event('z', 'KeyW', 'ctrl'), 'mod+z'],
    ['AZERTY: the key of US z types w', event('w', 'KeyZ'), 'w'],
    ['QWERTZ: undo is on the key that types z', event('z', 'KeyY', 'ctrl'), 'mod+z'],
    ['QWERTZ: redo is on the key that types y', event('y', 'KeyZ', 'ctrl'), 'mod+y'],
    ['QWERTZ: redo with Shift', event('Z', 'KeyY', 'ctrl shift'), 'mod+shift+z'],
    ['QWERTZ: ? beside 0', event('?', 'Minus', 'shift'), '?'],
    ['QWERTZ: AltGr and q types @', event('@', 'KeyQ', '', { altGraph: true }), null],
    ['Windows reports AltGr as Ctrl and Alt', event('@', 'KeyQ', 'ctrl alt'), null],
    ['Option types signs on Apple keyboards', event('∂', 'KeyJ', 'alt'), null],
    ['Czech: 2 without Shift', event('ě', 'Digit2'), '2'],
    ['US international: Shift and 6 is dead', event('Dead', 'Digit6', 'shift'), 'shift+6'],
    ['a dead key beside P', event('Dead', 'BracketLeft'), null],
    ['a dead key on a letter', event('Dead', 'KeyQ'), null],
    ['Russian', event('о', 'KeyJ'), 'j'],
    ['Russian: undo', event('я', 'KeyZ', 'ctrl'), 'mod+z'],
    ['Russian: redo on Apple keyboards', event('Я', 'KeyZ', 'meta shift'), 'mod+shift+z'],
    ['Greek', event('ξ', 'KeyJ'), 'j'],
    ['Hebrew', event('ח', 'KeyJ'), 'j'],
    ['Arabic', event('ت', 'KeyJ'), 'j'],
    ['Arabic: a key that types two letters', event('لا', 'KeyB'), 'b'],
    ['Dvorak goes by letters', event('j', 'KeyC'), 'j'],
    ['a Latin letter with an accent is no other letter', event('é', 'KeyW'), null],
    ['Turkish: dotless i', event('ı', 'KeyQ'), null],
    ['caps lock', event('J', 'KeyJ'), 'j'],
    ['caps lock and Shift', event('j', 'KeyJ', 'shift'), null],
    ['the number pad', event('1', 'Numpad1'), '1'],
    ['an input method composes', event('j', 'KeyJ', '', { isComposing: true }), null],
    ['an input method has the key', event('Process', 'KeyJ', '', { keyCode: 229 }), null],
    ['an input method ends with Enter in Safari', event('z', 'KeyZ', 'ctrl', { keyCode: 229 }), null],
  ])('%s', (_, input, expected) => {
    expect(matchBinding(TABLE, input, IDLE)?.id ?? null).toBe(expected)
  })

  it('takes signs for letters where the keyboard types another script', () => {
    const apostrophe = event("'", 'KeyW')
    const otherScript = noteScript({ key: 'ח', code: 'KeyJ', shiftKey: false })
    expect(matchBinding(TABLE, apostrophe, { ...IDLE, otherScript })?.id).toBe('w')
    // What is typed still counts first: a Hebrew keyboard has the slash on Q.
    expect(matchBinding(TABLE, event('/', 'KeyQ'), { ...IDLE, otherScript })?.id).toBe('/')
    const back = noteScript({ key: 'a', code: 'KeyA', shiftKey: false })
    expect(matchBinding(TABLE, apostrophe, { ...IDLE, otherScript: back })).toBeNull()
  })
})

describe('caps', () => {
  it.each([
    ['a Russian keyboard', 'j', new Map([['KeyJ', 'о']]), 'О'],
    ['a German keyboard', 'y', new Map([['KeyY', 'z']]), 'Y'],
    ['an accented letter', 'w', new Map([['KeyW', 'é']]), 'W'],
    ['an unknown keyboard', 'j', null, 'J'],
  ])('of %s', (_, keys, layout, cap) => {
    expect(keyCaps(keys, false, layout)).toEqual([cap])
  })
})
