import { describe, expect, it } from 'vitest'
import type { KeyBinding, KeyInput } from './keyboard'
import { keyTable, NO_CHOICES, withChoices } from './keymap'
import {
  choose,
  collisionOf,
  displacedFrom,
  fitting,
  givenBack,
  pressed,
  problemOf,
  refusalOf,
  swap,
} from './keymap-rules'

const act = (id: string, keys: string[], more: Partial<KeyBinding> = {}): KeyBinding => ({
  id,
  keys,
  label: id,
  group: 'Test',
  ...more,
})
const [next, drop, submit, yes, no, fast, split] = keyTable('t', [
  act('next', ['j', 'arrowdown']),
  act('drop', ['x'], { destroys: 'undoable' }),
  act('submit', ['mod+enter'], { destroys: 'final' }),
  act('yes', ['1'], { at: 'claim' }),
  act('no', ['2'], { at: 'sentence' }),
  act('fast', ['1']),
  act('split', ['mod+shift+enter'], { when: 'typing' }),
]) as [KeyBinding, KeyBinding, KeyBinding, KeyBinding, KeyBinding, KeyBinding, KeyBinding]
const away = keyTable('away', [act('other', ['q'])])[0] as KeyBinding
const SCREENS = [
  { title: 'One', bindings: [next, drop, submit, yes, no, fast, split] },
  { title: 'Two', bindings: [away] },
]
const collide = (action: KeyBinding, keys: string, choices = NO_CHOICES) =>
  collisionOf(SCREENS, { action, keys, choices })?.action.id ?? null

describe('collisions', () => {
  it.each([
    ['a key of the same screen', next, 'x', 'drop'],
    ['a second key of another', drop, 'arrowdown', 'next'],
    ['a free key', next, 'q', null],
    ['a key of another screen', away, 'x', null],
    ['another kind of unit', no, '1', 'fast'],
    ['where what is open tells them apart by the table', yes, '1', null],
    ['a chord while typing with one that works always', split, 'mod+enter', 'submit'],
  ])('%s', (_, action, keys, expected) => {
    expect(collide(action, keys)).toBe(expected)
  })

  it('go by the keys that people have, not by those of the table', () => {
    const choices = choose(NO_CHOICES, drop, ['q'])
    expect(collide(next, 'x', choices)).toBeNull()
    expect(collide(next, 'q', choices)).toBe('drop')
  })

  it('are no collisions between kinds of units', () => {
    expect(collide(no, 'k', choose(NO_CHOICES, yes, ['k']))).toBeNull()
  })
})

describe('keys that cannot be chosen', () => {
  it.each([
    [next, 'mod+w', /browser/],
    [next, 'mod+t', /browser/],
    [next, 'mod+n', /browser/],
    [next, 'f5', /browser/],
    [next, 'tab', /moves between/],
    [next, 'escape', /leaves/],
    [next, 'mod+c', /Text fields/],
    [submit, 's', /cannot be taken back/],
    [split, 's', /while you type/],
  ])('%o %s', (action, keys, reason) => {
    expect(refusalOf(action, keys)).toMatch(reason)
  })

  it.each([
    [next, 'q'],
    [next, 'mod+e'],
    [submit, 'mod+e'],
    [submit, 'mod+enter'],
    [drop, 'shift+delete'],
  ])('others can: %o %s', (action, keys) => {
    expect(refusalOf(action, keys)).toBeNull()
  })
})

describe('changing', () => {
  it('forgets a choice that is the default', () => {
    const chosen = choose(NO_CHOICES, next, ['q'])
    expect(chosen).toEqual({ 't/next': ['q'] })
    expect(choose(chosen, next, next.keys)).toEqual({})
  })

  it('swaps: each gets the key of the other', () => {
    const swapped = swap(SCREENS, NO_CHOICES, { action: next, other: drop, keys: 'x', replaced: 'j' })
    expect(swapped).toEqual({ 't/next': ['x', 'arrowdown'], 't/drop': ['j'] })
  })

  it('takes a key away where one is added', () => {
    const swapped = swap(SCREENS, NO_CHOICES, { action: next, other: drop, keys: 'x', replaced: null })
    expect(swapped).toEqual({ 't/next': ['j', 'arrowdown', 'x'], 't/drop': [] })
  })

  it('offers no swap that would put something final on a single key', () => {
    expect(swap(SCREENS, NO_CHOICES, { action: split, other: submit, keys: 'mod+enter', replaced: 's' })).toBeNull()
  })

  it('resolves tables, an action without keys included', () => {
    expect(withChoices([next, drop], { 't/drop': [] }).map(({ keys }) => keys)).toEqual([['j', 'arrowdown'], []])
  })
})

describe('stored choices', () => {
  it('fall back where the action is gone, and keep the rest', () => {
    const { choices, dropped } = fitting(SCREENS, { 't/gone': ['q'], 't/next': ['z'] })
    expect([choices, dropped]).toEqual([{ 't/next': ['z'] }, ['t/gone']])
  })

  it('keep a key that a table has taken since, and take it from there', () => {
    const { choices, dropped, displaced } = fitting(SCREENS, { 't/next': ['x'], 'away/other': ['x'] })
    expect([choices, dropped]).toEqual([{ 't/next': ['x'], 't/drop': [], 'away/other': ['x'] }, []])
    expect(displaced).toEqual([{ action: drop, keys: 'x', by: next }])
    expect(problemOf(SCREENS, choices)).toBeNull()
    expect(fitting(SCREENS, choices)).toEqual({ choices, dropped: [], displaced: [] })
  })

  it('leave the action whose key it was the keys that were chosen for it', () => {
    const { choices } = fitting(SCREENS, { 't/drop': ['x', 'q'], 't/next': ['x'] })
    expect(choices).toEqual({ 't/drop': ['q'], 't/next': ['x'] })
  })

  it('fall back where the same key was chosen twice', () => {
    const { choices, dropped } = fitting(SCREENS, { 't/next': ['z'], 't/drop': ['z'] })
    expect([choices, dropped]).toEqual([{ 't/drop': ['z'] }, ['t/next']])
  })

  it('say what took a key, for as long as it has it', () => {
    const chosen = { 't/next': ['x'], 't/drop': [] }
    expect(displacedFrom(SCREENS, chosen, drop)).toEqual([{ action: drop, keys: 'x', by: next }])
    expect(displacedFrom(SCREENS, { 't/drop': [] }, drop)).toEqual([])
  })

  it('give a key back whose action has another by now', () => {
    const before = { 't/next': ['x'], 't/drop': [] }
    expect(givenBack(SCREENS, before, { 't/next': ['z'], 't/drop': [] })).toEqual({
      choices: { 't/next': ['z'] },
      back: [{ action: drop, keys: 'x' }],
    })
  })

  it('give a key back in its place in the table, before those that were chosen', () => {
    const before = { 't/drop': ['arrowdown'], 't/next': ['j', 'q'] }
    expect(givenBack(SCREENS, before, { 't/next': ['j', 'q'] }).choices).toEqual({ 't/next': ['j', 'arrowdown', 'q'] })
  })

  it('give no key back that was never lost, or that somebody has', () => {
    const removed = { 't/drop': [] }
    expect(givenBack(SCREENS, removed, { ...removed, 't/next': ['z'] }).choices).toEqual({
      ...removed,
      't/next': ['z'],
    })
    const taken = { 't/next': ['x'], 't/drop': [] }
    expect(givenBack(SCREENS, taken, taken)).toEqual({ choices: taken, back: [] })
  })

  it('give the key of an action that is gone back to the one whose it was', () => {
    const { choices, dropped } = fitting(SCREENS, { 't/gone': ['x'], 't/drop': [] })
    expect([choices, dropped]).toEqual([{}, ['t/gone']])
  })

  it('leave a key that somebody took away where an action of another table is gone', () => {
    const { choices, dropped } = fitting(SCREENS, { 'away/gone': ['x'], 't/drop': [] })
    expect([choices, dropped]).toEqual([{ 't/drop': [] }, ['away/gone']])
  })

  it('say which action is wrong and why', () => {
    expect(problemOf(SCREENS, { 't/next': ['x'] })).toEqual({
      name: 't/next',
      problem: expect.stringContaining('“drop”'),
    })
  })
})

describe('a key that is pressed for an action', () => {
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
  it.each([
    ['a letter', press('q', { code: 'KeyQ' }), 'q'],
    ['with caps lock', press('Q', { code: 'KeyQ' }), 'q'],
    ['with shift', press('Q', { code: 'KeyQ', shiftKey: true }), 'shift+q'],
    ['a sign that needs shift', press('?', { code: 'Slash', shiftKey: true }), '?'],
    ['an arrow with shift', press('ArrowUp', { shiftKey: true }), 'shift+arrowup'],
    ['a chord', press('e', { code: 'KeyE', ctrlKey: true }), 'mod+e'],
    ['a French digit', press('&', { code: 'Digit1' }), '1'],
    ['a Russian letter', press('й', { code: 'KeyQ' }), 'q'],
    ['Y of a German keyboard', press('y', { code: 'KeyZ' }), 'y'],
  ])('%s', (_, event, keys) => {
    expect(pressed(event)).toEqual({ keys })
  })

  it.each([
    ['a dead key', press('Dead', { code: 'BracketLeft' })],
    ['an input method', press('Process', { keyCode: 229 })],
    ['AltGr', press('@', { altGraph: true })],
    ['Option', press('@', { altKey: true })],
  ])('refuses %s', (_, event) => {
    expect(pressed(event)).toHaveProperty('refusal')
  })

  it('waits while only Shift is down', () => {
    expect(pressed(press('Shift', { shiftKey: true }))).toBeNull()
  })
})
