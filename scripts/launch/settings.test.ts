import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartError } from '@/scripts/start-error'
import { readSettings } from './settings'

describe('readSettings', () => {
  test('without any variable', () => {
    expect(readSettings('start', {})).toEqual({
      mode: 'start',
      host: '127.0.0.1',
      port: 3000,
      stateFolder: path.resolve('.data'),
      demo: 'auto',
      drainMs: 0,
      stopMs: 10_000,
      databaseUrl: undefined,
    })
    expect(readSettings('dev', {}).stateFolder).toBe(path.resolve('.data/dev'))
  })

  test('an empty variable counts as not set', () => {
    expect(readSettings('start', { PORT: '', DATABASE_URL: '', ASSAY_DEMO: '' })).toMatchObject({
      port: 3000,
      demo: 'auto',
    })
  })

  test.each([
    ['PORT', 'soon', 'PORT: must be a whole number from 1 to 65535.'],
    ['PORT', '70000', 'PORT: must be a whole number from 1 to 65535.'],
    ['DATABASE_URL', 'mysql://host/db', 'DATABASE_URL: is not the address of a PostgreSQL.'],
    ['ASSAY_STOP_SECONDS', '-1', 'ASSAY_STOP_SECONDS: must be a number of seconds from 0 to 600.'],
    ['ASSAY_DEMO', 'yes', 'ASSAY_DEMO: Invalid option: expected one of "0"|"1"|"auto".'],
  ])('%s=%s gives one line', (name, value, line) => {
    expect(() => readSettings('start', { [name]: value })).toThrow(new StartError(line))
  })
})
