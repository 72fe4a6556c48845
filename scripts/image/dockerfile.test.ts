import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allOf, readDockerfile, readIgnored, readStart } from './dockerfile'

const stages = readDockerfile(fs.readFileSync('Dockerfile', 'utf8'))
const [build = [], last = []] = stages

describe('the image', () => {
  test('is made by scripts/image/build.sh alone, as a plain user, from a source that is only read', () => {
    expect(stages).toHaveLength(2)
    expect(build.map(({ name }) => name)).toEqual(['FROM', 'RUN', 'USER', 'WORKDIR', 'RUN'])
    const [folder, script = ''] = allOf(build, 'RUN')
    expect(folder).toBe('install -d -o node -g node /app')
    expect(allOf(build, 'USER')).toEqual(['node'])
    const [, mounts = '', command] = /^((?:--mount=\S+ )*)(.*)$/.exec(script) ?? []
    expect(command).toBe('sh /source/scripts/image/build.sh /source /app')
    expect(mounts).toContain('--mount=type=bind,target=/source ')
    expect(mounts).not.toMatch(/\brw\b|readwrite/)
  })

  test('adds nothing to it, and runs as somebody who may not write it', () => {
    expect(allOf(last, 'COPY')).toEqual(['--from=build --chown=root:root /app /app'])
    expect(allOf(last, 'RUN')).toEqual(['chown node:node .next/cache'])
    expect(allOf(last, 'ADD')).toEqual([])
    expect(allOf(last, 'USER')).toEqual(['node'])
  })

  test('starts the app, without demo accounts, and keeps no secret', () => {
    const { environment, command } = readStart()
    expect(command).toEqual(['node', '--conditions=react-server', 'scripts/run.cjs', 'start'])
    expect(environment).toMatchObject({ NODE_ENV: 'production', ASSAY_DEMO: '0', ASSAY_WORKER: 'external' })
    expect(Object.keys(environment).filter((name) => /SECRET|KEY|TOKEN|PASSWORD|DATABASE/.test(name))).toEqual([])
  })
})

test('lines that are carried on are one instruction, and notes are none', () => {
  expect(readDockerfile('# a note\nFROM a AS b\nRUN one \\\n  # in between\n  && two\n\ncopy x y\nFROM c\n')).toEqual([
    [
      { name: 'FROM', rest: 'a AS b' },
      { name: 'RUN', rest: 'one && two' },
      { name: 'COPY', rest: 'x y' },
    ],
    [{ name: 'FROM', rest: 'c' }],
  ])
})

test('what .dockerignore names does not go in: whole names at the root', () => {
  const ignored = readIgnored('# a note\nnode_modules\n.env*\ndocs/screenshots\n')
  const isIgnored = (file: string) => ignored.some((pattern) => pattern.test(file))
  expect(['node_modules/a', '.env', '.env.local', 'docs/screenshots/a.png'].map(isIgnored)).toEqual(Array(4).fill(true))
  expect(['lib/node_modules/a', 'docs/api.md', 'node_modules2', 'xenv'].map(isIgnored)).toEqual(Array(4).fill(false))
})
