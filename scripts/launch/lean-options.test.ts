import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { leanOptions } from './serve'

const run = (options: readonly string[], script: string, nodeOptions = '') =>
  spawnSync(process.execPath, [...options, '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_OPTIONS: nodeOptions, NODE_ENV: 'test' },
  })

test('the server starts with them, and says nothing of them', () => {
  expect(run(leanOptions(''), '0')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('what an engine does not know is remarked upon, and it starts', () => {
  const { status, stdout } = run([], `require('node:v8').setFlagsFromString('--no-such-flag=1'); console.log('up')`)
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'up\n' })
})

test.each(['--max-semi-space-size=32', '--max-old-space-size=4096 --max_semi_space_size=32'])(
  'NODE_OPTIONS win: %s',
  (nodeOptions) => {
    expect(leanOptions('--max-old-space-size=4096')).toContain('--max-semi-space-size=8')
    const options = leanOptions(nodeOptions)
    expect(options.filter((option) => option.includes('semi'))).toEqual([])
    expect(run(options, '0', nodeOptions)).toMatchObject({ status: 0, stderr: '' })
  },
)
