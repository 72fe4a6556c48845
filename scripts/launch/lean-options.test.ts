import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { leanOptions } from './serve'

/** Keeps 20 MB, makes garbage of as much again and again, and says how far the heap grew. */
const CHURN = `
  const kept = Array.from({ length: 200_000 }, (_, i) => ({ i, of: [i] }))
  let most = 0
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < kept.length; i++) kept[i] = { i, of: [round] }
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  console.log(most)`

const run = (options: readonly string[], script: string, nodeOptions = '') =>
  spawnSync(process.execPath, [...options, '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_OPTIONS: nodeOptions, NODE_ENV: 'test' },
  })

test('the server collects before its heap is a multiple of what is in use', () => {
  const [lean, plain] = [leanOptions(''), []].map((options) => Number(run(options, CHURN).stdout))
  expect(lean).toBeGreaterThan(0)
  expect(lean).toBeLessThan(Number(plain))
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
