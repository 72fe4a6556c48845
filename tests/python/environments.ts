/** The environments of Python that releases are read in. `npm run python` makes them, below the folder for data. */
import { existsSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

/** By name, what is installed into each: the oldest and newest readers that a release is promised to. */
export const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  newest: ['datasets', 'pandas', 'polars', 'duckdb', 'mlcroissant', 'datacite'],
  'datasets-3.6.0': ['datasets==3.6.0'],
  'datasets-2.14.7': ['datasets==2.14.7', 'pyarrow==15.0.2', 'numpy<2', 'pandas<2.3'],
}

export const folderOf = (name: string): string => path.join(ROOT, '.data/python', name)
const pythonOf = (name: string): string => path.join(folderOf(name), 'bin/python')

/** Where an installation ended well. */
export const markOf = (name: string): string => path.join(folderOf(name), 'assay-ready')

/** The interpreters of those that are there. */
export const readyPythons = (): { name: string; python: string }[] =>
  Object.keys(ENVIRONMENTS)
    .filter((name) => existsSync(markOf(name)))
    .map((name) => ({ name, python: pythonOf(name) }))

export const READS_RELEASES = path.join(ROOT, 'tests/python/read_releases.py')
