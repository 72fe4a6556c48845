import { expect, test } from 'vitest'
import type { Round } from './measure'
import { type Figures, figure, tableOf } from './table'

const round = (times: number, importSeconds: number | null = times): Round => ({
  importSeconds,
  next: [times, times, 1_000],
  save: [times, times],
  submit: [times],
  savesTogether: 1_000 / times,
  exportSeconds: times / 10,
})

const nothing: Figures = {
  name: 'B',
  version: '2',
  firstStart: null,
  idleMb: null,
  afterMb: null,
  diskMb: null,
  rounds: [],
  code: null,
  losses: null,
}

test('a column for each peer: medians with least and most, and a dash for what was not measured', () => {
  const measured: Figures = {
    ...nothing,
    name: 'A',
    version: '1',
    firstStart: 30,
    idleMb: 250,
    afterMb: 400.4,
    rounds: [round(10), round(20), round(40)],
    code: { scripts: 200, styles: 20 },
    losses: { acknowledged: 4_500, lost: 0, backAfterSeconds: 2 },
  }
  const lines = tableOf([measured, nothing], 10_000, 50)
  expect(lines.slice(0, 4)).toEqual([
    '| figure | A 1 | B 2 |',
    '| --- | --- | --- |',
    '| import of 10,000 plain texts, s | 20 (10 to 40) | – |',
    '| next item with its content, ms | 20 (10 to 40) | – |',
  ])
  expect(lines).toContain('| the same, a second | 50 (25 to 100) | – |')
  expect(lines).toContain('| saves of 50 people at once, a second | 50 (25 to 100) | – |')
  expect(lines).toContain('| memory of the servers with their database, idle and after, MB | 250, 400 | – |')
  expect(lines).toContain('| scripts of the labelling page on the wire, kB | 200, and 20 of styles | – |')
  expect(lines).toContain('| acknowledged labels lost, load and kill -9 | 0 of 4,500 | – |')
})

test('texts that are read at the start are no import', () => {
  const line = tableOf([{ ...nothing, rounds: [round(10, null)] }], 10, 1)[2]
  expect(line).toBe('| import of 10 plain texts, s | read at its start |')
})

test('figures have as many digits as they are worth', () => {
  expect([1234.5, 99.96, 12.34, 1.234, 0.056].map(figure)).toEqual(['1,235', '100', '12.3', '1.23', '0.06'])
})
