/** The command line in this process, with files that last as long as the command. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from '@/cli/program'
import { memoryArea } from '@/scripts/postgres/memory-area'

export interface Said {
  code: number
  out: string
  err: string
}

/** Runs one command line, without the program's name. */
export async function runAssay(args: readonly string[]): Promise<Said> {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') => ({ write: (text: string) => (said[key] += text) })
  const code = await runProgram(args, {}, { out: into('out'), err: into('err') })
  return { code, ...said }
}

/** The same as it is typed, in a process of its own, where no server answers. */
export function typeAssay(args: readonly string[]): Promise<Said> {
  const env = { ...process.env, ASSAY_URL: 'http://127.0.0.1:1', ASSAY_TOKEN: '', INIT_CWD: process.cwd() }
  const command = ['--conditions=react-server', 'scripts/run.cjs', 'assay', ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

/**
 * Writes files, texts or lines of JSON, into a folder of their own, which is gone when `run` has ended: in memory where there is room, since some
 * disks take longer to make a file than the command to read it.
 */
export async function withFiles<Result>(
  files: Readonly<Record<string, string | readonly unknown[]>>,
  run: (pathOf: (name: string) => string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(memoryArea(), 'assay-vector-'))
  const pathOf = (name: string) => path.join(folder, name)
  try {
    for (const [name, content] of Object.entries(files)) {
      const lines = typeof content === 'string' ? [] : content.map((line) => `${JSON.stringify(line)}\n`)
      await writeFile(pathOf(name), typeof content === 'string' ? content : lines.join(''))
    }
    return await run(pathOf)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
