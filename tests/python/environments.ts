/** The environments of Python that releases are read in. `npm run python` makes them, below the folder for data. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Tests and commands alike run in the folder of the repository. */
const ROOT = path.resolve('.')

/** By name, what is installed into each: the oldest and newest readers that a release is promised to. */
export const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  newest: ['datasets', 'pandas', 'polars', 'duckdb', 'mlcroissant', 'datacite'],
  'datasets-3.6.0': ['datasets==3.6.0'],
  'datasets-2.14.7': ['datasets==2.14.7', 'pyarrow==15.0.2', 'numpy<2', 'pandas<2.3'],
}

export const folderOf = (name: string): string => path.join(ROOT, '.data/python', name)
export const pythonOf = (name: string): string => path.join(folderOf(name), 'bin/python')

/** Where an installation ended well. */
export const markOf = (name: string): string => path.join(folderOf(name), 'assay-ready')

/** The interpreters of those that are there. */
export const readyPythons = (): { name: string; python: string }[] =>
  Object.keys(ENVIRONMENTS)
    .filter((name) => existsSync(markOf(name)))
    .map((name) => ({ name, python: pythonOf(name) }))

/** The environment in which Assay's own package is installed, with what its tests and its building need. */
export const OWN_PACKAGE = 'package'
export const TOOLS_OF_PACKAGE = ['hatchling', 'openapi-python-client==0.29.1']
/** What its tests with logs of Inspect need beside that. */
export const INSPECT = ['inspect-ai>=0.3.285']
export const PACKAGE_FOLDER = path.join(ROOT, 'python')

/** What the installed package is made of, as one word: where it is another by now, it is installed anew. */
export function stateOfPackage(): string {
  const hash = createHash('sha256')
  const sources = readdirSync(path.join(PACKAGE_FOLDER, 'src'), { recursive: true, encoding: 'utf8' })
  const files = [
    'pyproject.toml',
    'hatch_build.py',
    '../docs/openapi.json',
    ...sources.filter((file) => file.endsWith('.py')).map((file) => path.join('src', file)),
  ]
  for (const file of files.sort()) hash.update(file).update(readFileSync(path.join(PACKAGE_FOLDER, file)))
  return hash.digest('hex')
}

/** The interpreter that has the package, as it is now; null where `npm run python` has not made the environment. */
export function packagePython(): string | null {
  const mark = markOf(OWN_PACKAGE)
  if (!existsSync(mark)) return null
  const python = pythonOf(OWN_PACKAGE)
  const state = stateOfPackage()
  if (readFileSync(mark, 'utf8') !== state) {
    // Everything that it is built with is there: no network is needed.
    const again = ['--quiet', '--force-reinstall', '--no-deps', '--no-build-isolation']
    execFileSync(python, ['-m', 'pip', 'install', ...again, PACKAGE_FOLDER], { stdio: 'inherit' })
    writeFileSync(mark, state)
  }
  return python
}

/** Where `npm run python` keeps what it has to say at its end. */
export const REPORT = path.join(ROOT, '.data/python/report.txt')
export const READS_RELEASES = path.join(ROOT, 'tests/python/read_releases.py')
