import { expect, test } from 'vitest'
import { askedItems, fitOf, namesPractice, projectIn, workspacePages } from './rules'

const ID = '0192d1c0-0000-7000-8000-000000000002'

test.each([
  ['', null],
  [' a ', null],
  ['7', { ids: '7' }],
  [' 120 ', { ids: '120' }],
  ['0', null],
  ['07', { q: '07' }],
  ['1234567890', { q: '1234567890' }],
  [' Rosetta Stone ', { q: 'Rosetta Stone' }],
])('of items %j asks for %j', (text, asked) => {
  expect(askedItems(text)).toEqual(asked)
})

test.each([
  [`/projects/${ID}`, ID],
  [`/projects/${ID}/tasks/${ID}/annotate`, ID],
  [`/projects/${ID}x`, null],
  ['/projects/new', null],
  ['/inbox', null],
])('%s is of project %s', (path, project) => {
  expect(projectIn(path)).toBe(project)
})

test.each([
  ['Agreement Quality', 'agr', 1],
  ['Agreement Quality', 'qual AGREE', 1],
  ['Disagreements Quality', 'agreem', 0.5],
  ['Claims against search results', 'light', 0],
  ['Home', '', 1],
])('%j fits %j by %d', (words, typed, fit) => {
  expect(fitOf(words, typed)).toBe(fit)
})

test.each([
  ['prac', true],
  ['Practice lakes', true],
  ['lakes pr', true],
  ['lakes', false],
  [' ', false],
])('%j names practice: %s', (typed, names) => {
  expect(namesPractice(typed)).toBe(names)
})

test('pages are found by their own names, for who may open them', () => {
  const reader = { isAdmin: false, createsProjects: true, manages: false }
  expect(workspacePages(reader)).toContainEqual(['/protocols/new', 'Write a protocol'])
  expect(workspacePages({ ...reader, createsProjects: false }).map(([href]) => href)).not.toContain('/protocols/new')
})
