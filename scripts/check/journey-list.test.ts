import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { routeFinder } from './app-routes'
import { addToList, type RecordedTest, readJourneyList, writeJourneyList } from './journey-list'

const find = routeFinder(['app/page.tsx', 'app/notes/[noteId]/page.tsx', 'app/api/notes/route.ts'], [])
const recorded = (title: string, addresses: string[], hasPassed = true): RecordedTest => ({
  spec: 'e2e/notes.spec.ts',
  title,
  hasPassed,
  addresses,
})

test('the list has the routes of what was asked for, each once, and nothing of other files', () => {
  const addresses = [
    'http://127.0.0.1:3217/notes/1?_rsc=a',
    'http://127.0.0.1:3217/notes/2#top',
    '/api/notes?page=2',
    'http://127.0.0.1:3217/_next/static/a.js',
    'about:blank',
    'http://[',
  ]
  expect(addToList({}, [recorded('a note', addresses)], find)).toEqual({
    'e2e/notes.spec.ts': { 'a note': ['app/api/notes/route.ts', 'app/notes/[noteId]/page.tsx'] },
  })
})

test('a test that passed takes the place of its last run; one that did not adds to it; others stay', () => {
  const list = {
    'e2e/notes.spec.ts': { one: ['app/page.tsx'], two: ['app/page.tsx'], three: ['app/page.tsx'] },
    'e2e/other.spec.ts': { four: [] },
  }
  const run = [recorded('one', ['/api/notes']), recorded('two', ['/api/notes'], false)]
  expect(addToList(list, run, find)).toEqual({
    'e2e/notes.spec.ts': {
      one: ['app/api/notes/route.ts'],
      two: ['app/api/notes/route.ts', 'app/page.tsx'],
      three: ['app/page.tsx'],
    },
    'e2e/other.spec.ts': { four: [] },
  })
})

test('the list is kept in a file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-list-'))
  try {
    const file = path.join(folder, 'new', 'list.json')
    expect(readJourneyList(file)).toBeNull()
    const list = { 'e2e/notes.spec.ts': { one: ['app/page.tsx'] } }
    writeJourneyList(list, file)
    expect(readJourneyList(file)).toEqual(list)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
