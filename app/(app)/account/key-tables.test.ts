import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { searchSections, sectionsOf } from '@/components/ui/keys/sections'
import { normalKeys, parseKeys } from '@/lib/platform/client/keyboard'
import { NO_CHOICES } from '@/lib/platform/client/keymap'
import { actionsOf, fitting, problemOf, refusalOf } from '@/lib/platform/client/keymap-rules'
import { loadKeyTables } from './key-tables'

const tables = await loadKeyTables()
const { screens } = tables
const actions = [...actionsOf(screens).values()]

describe('the keys of all screens', () => {
  it('are keys, and none that the browser keeps', () => {
    const bad = actions.flatMap((each) => each.keys.filter((keys) => normalKeys(keys) !== keys))
    expect(bad).toEqual([])
    expect(actions.flatMap((each) => each.keys.flatMap((keys) => refusalOf(each, keys) ?? []))).toEqual([])
  })

  it('belong to actions with names, each meaning one thing', () => {
    const fixed = screens.flatMap(({ bindings }) => bindings.filter(({ name }) => name === undefined))
    expect([...new Set(fixed.map(({ id }) => id))].sort()).toEqual(['enter', 'leave'])
    for (const { bindings } of screens) {
      const names = bindings.flatMap(({ name }) => name ?? [])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('fit together as they are', () => {
    expect(problemOf(screens, NO_CHOICES)).toBeNull()
    const own = Object.fromEntries(actions.map(({ name = '', keys }) => [name, keys]))
    expect(problemOf(screens, own)).toBeNull()
  })

  it.each(['9', '0'])('that somebody chose stay theirs where a table gives them to another action too: %s', (key) => {
    const { choices, dropped, displaced } = fitting(screens, { 'bench/notes': [key] })
    expect([dropped, choices['bench/notes']]).toEqual([[], [key]])
    expect(displaced.map(({ by }) => by.name)).toContain('bench/notes')
    expect(problemOf(screens, choices)).toBeNull()
  })

  it('never destroy by a single key what does not come back', () => {
    const single = actions.filter(({ keys }) => keys.some((each) => !parseKeys(each).mod))
    expect(single.filter(({ destroys }) => destroys === 'final')).toEqual([])
    // What sounds as if it took something away says how it comes back. The label of an answer is an answer.
    const sounds =
      /^(delete|discard|remove|join|back to the text|send|confirm|submit|refuse|withdraw|call|start the run)\b/i
    const silent = actions.filter(({ label, destroys }) => sounds.test(label) && !destroys)
    expect(silent.map(({ name }) => name).filter((name) => name !== 'form/send')).toEqual([])
  })

  it('can all be found, each once', () => {
    const listed = sectionsOf(tables).flatMap((section) => section.actions.map(({ name }) => name))
    expect(new Set(listed).size).toBe(listed.length)
    for (const { name } of actions) expect(listed).toContain(name)
    expect(searchSections(sectionsOf(tables), 'redo').flatMap((section) => section.actions)).toHaveLength(1)
    expect(searchSections(sectionsOf(tables), 'no such thing')).toEqual([])
  })
})

describe('keys in components', () => {
  it('come from the tables, never from a string', () => {
    const files = execFileSync('git', ['ls-files', 'components', 'app'], { encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.tsx$/.test(file) && !/\.test\.tsx$/.test(file))
    const written =
      /\bshortcut(s)?=["'`]|\bshortcut=\{["'`]|aria-keyshortcuts=["'`]|<Kbd[^>]*\bkeys=["'`]|[Pp]ress ([b-z0-9]|[A-Z])\b|\.key(\.toLowerCase\(\))? === ['"].['"]/
    const allowed =
      /^components\/annotation\/workbench\/unit-questions\.tsx$|^components\/automation\/evidence\/result-page\.tsx$/
    const found = files.filter((file) => !allowed.test(file) && written.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })
})
