import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useKeymap } from '@/components/ui/use-keymap'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keyTable } from '@/lib/platform/client/keymap'
import { readKeyChoices, storageKey, writeKeyChoices } from '@/lib/platform/client/keymap-store'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import { KeySettings } from './key-settings'
import { OwnKeys } from './own-keys'

const TABLE = keyTable('test', [
  { id: 'wave', keys: ['j'], label: 'Wave', group: 'Test' },
  { id: 'bow', keys: ['x'], label: 'Bow', group: 'Test' },
])
const SCREENS = [{ title: 'Stage', bindings: TABLE as readonly KeyBinding[] }]
const done: string[] = []

function Page({ owner = 'ada' }: { owner?: string }) {
  return (
    <KeyOwner value={owner}>
      <Desk />
      <KeySettings tables={{ screens: SCREENS, common: [] }} />
    </KeyOwner>
  )
}

function Desk() {
  useKeymap(TABLE, { wave: () => done.push('wave'), bow: () => done.push('bow') })
  return null
}

const choices = () => readKeyChoices('ada')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const ask = (name: string) => fireEvent.click(button(new RegExp(`^Change the key of ${name}`)))
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}`, ...more })
const said = () => screen.getAllByRole('status')[0]?.textContent

beforeEach(() => {
  done.length = 0
  writeKeyChoices('ada', {})
})
it('gives an action another key, which works at once, and no longer the old one', () => {
  render(<Page />)
  ask('Wave')
  press('q')
  expect(said()).toContain('Q is now “Wave”')
  fireEvent.keyDown(document.body, { key: 'q' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(done).toEqual(['wave'])
  expect(choices()).toEqual({ 'test/wave': ['q'] })
})

it('keeps keys for the one who chose them', () => {
  writeKeyChoices('ada', { 'test/wave': ['q'] })
  render(<Page owner="ben" />)
  fireEvent.keyDown(document.body, { key: 'q' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(done).toEqual(['wave'])
})

it('refuses a key that another action has, names it, and swaps when asked', () => {
  render(<Page />)
  ask('Wave')
  press('x')
  expect(said()).toContain('X is “Bow” already (Stage)')
  expect(choices()).toEqual({})
  fireEvent.click(button('Swap'))
  expect(choices()).toEqual({ 'test/wave': ['x'], 'test/bow': ['j'] })
  expect(said()).toContain('“Bow” is now J')
})

it('gives a key back by itself once the action that took it has another, and says so', () => {
  render(<Page />)
  fireEvent.click(button('Add a key for Wave'))
  press('x')
  fireEvent.click(button('Swap'))
  expect(choices()).toEqual({ 'test/wave': ['j', 'x'], 'test/bow': [] })
  fireEvent.click(button('Remove X from Wave'))
  expect(choices()).toEqual({})
  expect(said()).toContain('X is no longer “Wave”. X is “Bow” again.')
})

it('gives two actions that had swapped their keys their own again, by the arrow of either', () => {
  writeKeyChoices('ada', { 'test/wave': ['x'], 'test/bow': ['j'] })
  render(<Page />)
  fireEvent.click(button('Default keys for Bow'))
  expect(choices()).toEqual({})
  expect(said()).toContain('“Bow” and “Wave” have their own keys again.')
})

it('refuses what the browser keeps, and goes on waiting', () => {
  render(<Page />)
  ask('Wave')
  press('t', { ctrlKey: true })
  expect(said()).toContain('The browser keeps it')
  press('q')
  expect(choices()).toEqual({ 'test/wave': ['q'] })
})

it('reaches the swap from the key that is waited for, and gives up both when the focus leaves', () => {
  render(<Page />)
  ask('Wave')
  press('x')
  const waiting = document.activeElement as HTMLElement
  const offer = button('Swap')
  fireEvent.blur(waiting, { relatedTarget: offer })
  expect(button('Swap')).toBe(offer)
  fireEvent.blur(offer, { relatedTarget: null })
  expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull()
  expect(choices()).toEqual({})
})

it('does not take the key that opened it and is still held down', () => {
  render(<Page />)
  ask('Wave')
  press('Enter', { repeat: true })
  expect(said()).toBe('')
  press('q')
  expect(choices()).toEqual({ 'test/wave': ['q'] })
})

it('keeps the focus in the row whose button went with what it did', () => {
  render(<Page />)
  const removing = button('Remove J from Wave')
  removing.focus()
  fireEvent.click(removing)
  expect(document.activeElement).toBe(button('Add a key for Wave'))
  const back = button('Default keys for Wave')
  back.focus()
  fireEvent.click(back)
  expect(document.activeElement?.textContent).toContain('Wave')
})

it('leaves everything on Escape, and gives the focus back', () => {
  render(<Page />)
  ask('Wave')
  press('Escape')
  expect(choices()).toEqual({})
  expect(document.activeElement?.textContent).toContain('Wave')
})

it('adds, removes, and goes back to the default', () => {
  render(<Page />)
  fireEvent.click(button('Add a key for Wave'))
  press('q')
  expect(choices()).toEqual({ 'test/wave': ['j', 'q'] })
  fireEvent.click(button('Remove J from Wave'))
  expect(choices()).toEqual({ 'test/wave': ['q'] })
  fireEvent.click(button('Default keys for Wave'))
  expect(choices()).toEqual({})
})

it('follows another tab', () => {
  render(<Page />)
  const text = JSON.stringify({ schema: 'assay-keys', version: 1, keys: { 'test/bow': ['b'] } })
  localStorage.setItem(storageKey('ada'), text)
  fireEvent(window, new StorageEvent('storage', { key: storageKey('ada') }))
  const row = screen.getByText('Bow', { selector: 'span' }).closest('li')
  expect(row && within(row).getAllByText('B').length).toBeGreaterThan(0)
})

const drop = (text: string) =>
  fireEvent.change(screen.getByLabelText(/Drop a file of keys/), {
    target: { files: [Object.assign(new File([text], 'keys.json'), { text: async () => text })] },
  })

it('takes a file over as a whole, and exports it again', async () => {
  render(<Page />)
  const text = JSON.stringify({ schema: 'assay-keys', version: 1, keys: { 'test/bow': ['b'] } })
  drop(text)
  await screen.findByText('The keys of the file are yours now.')
  const href = screen.getByRole('link', { name: 'Export' }).getAttribute('href') ?? ''
  expect(JSON.parse(decodeURIComponent(href.split(',').slice(1).join(',')))).toEqual(JSON.parse(text))
})

it('takes a file as it stands, also where it leaves an action without the key that another had until now', async () => {
  writeKeyChoices('ada', { 'test/wave': ['x'], 'test/bow': [] })
  render(<Page />)
  drop(JSON.stringify({ schema: 'assay-keys', version: 1, keys: { 'test/bow': [] } }))
  await screen.findByText('The keys of the file are yours now.')
  expect(choices()).toEqual({ 'test/bow': [] })
})

it.each([
  ['a key chosen twice', { 'test/wave': ['q'], 'test/bow': ['q'] }, /test\/wave: “q” means “Bow”/],
  ['an action that is gone', { 'test/bow': ['b'], 'test/gone': ['g'] }, /test\/gone: There is no such action/],
  ['a reserved key', { 'test/bow': ['mod+w'] }, /test\/bow: “mod\+w” cannot be chosen/],
])('refuses a file with %s, and takes nothing of it', async (_, keys, problem) => {
  render(<Page />)
  drop(JSON.stringify({ schema: 'assay-keys', version: 1, keys }))
  await screen.findByText(problem)
  expect(choices()).toEqual({})
})

it('takes a file whose key is by now the default of another action, and says of that action what became of it', async () => {
  render(<Page />)
  drop(JSON.stringify({ schema: 'assay-keys', version: 1, keys: { 'test/wave': ['x'] } }))
  await screen.findByText('The keys of the file are yours now.')
  expect(choices()).toEqual({ 'test/wave': ['x'], 'test/bow': [] })
  expect(screen.getByText('X is “Wave”, as you chose.').closest('li')?.textContent).toContain('Bow')
  fireEvent.click(button('Default keys for Wave'))
  expect(screen.queryByText(/as you chose/)).toBeNull()
})

it('puts keys that were chosen before those that a newer table gives to other actions', async () => {
  writeKeyChoices('ada', { 'test/wave': ['x'] })
  render(
    <OwnKeys userId="ada" loadTables={async () => ({ screens: SCREENS, common: [] })}>
      <Page />
    </OwnKeys>,
  )
  await waitFor(() => expect(choices()).toEqual({ 'test/wave': ['x'], 'test/bow': [] }))
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(done).toEqual(['wave'])
})

it('finds actions by their words and by their keys', () => {
  render(<Page />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'bow' } })
  expect(screen.queryByText('Wave', { selector: 'span' })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } })
  expect(screen.getByText('No action contains these words.')).toBeTruthy()
})
