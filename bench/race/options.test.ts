import { expect, test } from 'vitest'
import { readOptions } from './options'

test('Assay races alone where nothing else is said', () => {
  expect(readOptions([])).toMatchObject({ items: 10_000, rounds: 3, people: 50, record: false, rivals: new Map() })
})

test('a tool comes with its address, its account, its command and where it is installed', () => {
  const args = [
    '--items',
    '500',
    '--doccano',
    'http://127.0.0.1:8000/,ann,pass',
    '--doccano-start',
    'bash start.sh',
    '--doccano-folders',
    '/a,/b',
  ]
  const { items, rivals } = readOptions(args)
  expect(items).toBe(500)
  expect(rivals.get('doccano')).toEqual({
    url: 'http://127.0.0.1:8000',
    account: ['ann', 'pass'],
    start: 'bash start.sh',
    folders: ['/a', '/b'],
  })
})

test.each([
  [['--items', '0'], '--items takes a whole number from 1'],
  [['--rounds', 'two'], '--rounds takes a whole number from 1'],
  [['--doccano', 'http://127.0.0.1:8000'], '--doccano takes URL,USER,PASSWORD'],
  [['--doccano', 'http://127.0.0.1:8000,ann,'], '--doccano takes URL,USER,PASSWORD'],
  [['--doccano', '127.0.0.1:8000,ann,pass'], 'its URL begins with http://'],
  [['--doccano-start', 'bash start.sh'], '--doccano is missing'],
  [['--prodigy', 'x'], "Unknown option '--prodigy'"],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})
