/** What the Dockerfile says, so that its steps can be run and held against what they must be without an engine. */
import fs from 'node:fs'
import { z } from 'zod'

/** One instruction, its lines put together: `{ name: 'USER', rest: 'node' }`. */
export interface Instruction {
  name: string
  rest: string
}

/** One stage, from its FROM on. */
export type Stage = readonly Instruction[]

/** Reads a Dockerfile as its stages. */
export function readDockerfile(text: string): Stage[] {
  const stages: Instruction[][] = []
  const whole = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
  for (const line of whole.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? []
    const instruction = { name: name.toUpperCase(), rest: rest.replace(/\s+/g, ' ').trim() }
    if (instruction.name === 'FROM') stages.push([instruction])
    else stages.at(-1)?.push(instruction)
  }
  return stages
}

/** What stands behind each instruction of a name, in order. */
export const allOf = (stage: Stage, name: string): string[] =>
  stage.flatMap((each) => (each.name === name ? [each.rest] : []))

const words = z.array(z.string())

/** How the image starts: the environment of its last stage, and the command line. */
export function readStart(file = 'Dockerfile'): { environment: Record<string, string>; command: string[] } {
  const last = readDockerfile(fs.readFileSync(file, 'utf8')).at(-1) ?? []
  const pairs = allOf(last, 'ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')))
  const environment = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
  const command = ['ENTRYPOINT', 'CMD'].flatMap((name) => words.parse(JSON.parse(allOf(last, name)[0] ?? '[]')))
  return { environment, command }
}

/** What of the source does not go into the image: the lines of .dockerignore, of which each names something at the root. */
export function readIgnored(text: string): RegExp[] {
  const patterns = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return patterns.map((pattern) => {
    const escaped = pattern.trim().replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`^${escaped.replaceAll('*', '[^/]*')}(/|$)`)
  })
}
