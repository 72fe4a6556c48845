/**
 * `npm run pack-cli`: the command line as a package of its own, `.data/command-line/assay-<version>.tgz`. It has its dependencies within it, so
 * that it installs without a network and runs without this repository.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, type Metafile } from 'esbuild'
import packageJson from '@/package.json'
import { NODE_MODULES } from '@/scripts/launch/kept-bundle'

const FOLDER = '.data/command-line'
/** What `assay protocols new` copies from; commands look for it at this place below ASSAY_ROOT. */
const EXAMPLES = 'docs/examples/protocols'
/** Where the reading processes find their bundle: lib/platform/foreign/reader-process.ts reads its name in `current`. */
const CODE = 'code'
const BUNDLE = 'bundle'

const START = `#!/usr/bin/env node
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(\`Assay needs Node 20.19 or newer; this is Node \${process.versions.node}.\`)
  process.exit(1)
}
process.env.ASSAY_ROOT = root
process.env.ASSAY_READERS = '${CODE}'
const { main } = await import(pathToFileURL(path.join(root, '${CODE}/${BUNDLE}/assay.mjs')).href)
await main(process.argv.slice(2))
`

const README = `# assay: the command line

Work with a server of Assay from scripts, and compute agreement, plans and evaluations of your own files without one.

    npm install -g ./assay-${packageJson.version}.tgz
    assay --help

Commands that talk to a server read two variables of the environment:

- \`ASSAY_URL\`: its address, http://127.0.0.1:3000 unless set
- \`ASSAY_TOKEN\`: a personal token, made on your account page

Some that need no server:

    assay agreement ratings.csv
    assay plan --expected 0.6 --width 0.1
    assay protocols new my-types

\`--json\` prints results as JSON. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in, 4 refused or problems in the file.
Licensed under Apache-2.0; THIRD-PARTY-LICENSES.txt has the licences of the packages within.
`

/** Packs the command line into `folder` and returns the path of the archive. Throws Error where a step fails. */
export async function packCommandLine(folder: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true })
  const packageFolder = await fs.mkdtemp(path.join(folder, 'package-'))
  try {
    await writePackage(packageFolder)
    const args = [
      'pack',
      '--json',
      '--ignore-scripts',
      '--offline',
      '--no-update-notifier',
      '--pack-destination',
      path.resolve(folder),
    ]
    const { stdout } = await promisify(execFile)('npm', args, { cwd: packageFolder })
    return path.join(folder, JSON.parse(stdout)[0].filename)
  } finally {
    await fs.rm(packageFolder, { recursive: true })
  }
}

async function writePackage(folder: string): Promise<void> {
  const { name, version, description, license, type, engines } = packageJson
  const { metafile } = await build({
    ...NODE_MODULES,
    entryPoints: { assay: 'cli/assay.ts', reader: 'scripts/readers/entry.ts', 'foreign-readers': 'foreign-readers.ts' },
    outdir: path.join(folder, CODE, BUNDLE),
    jsx: 'automatic',
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  })
  const files = ['bin', CODE, EXAMPLES, 'THIRD-PARTY-LICENSES.txt']
  const contents = {
    'package.json': JSON.stringify(
      { name, version, description, license, type, engines, bin: { assay: 'bin/assay.mjs' }, files },
      null,
      2,
    ),
    'README.md': README,
    'THIRD-PARTY-LICENSES.txt': await licencesOf(metafile),
    [`${CODE}/current`]: BUNDLE,
    'bin/assay.mjs': START,
  }
  await fs.mkdir(path.join(folder, 'bin'))
  for (const [file, text] of Object.entries(contents)) await fs.writeFile(path.join(folder, file), text)
  await fs.chmod(path.join(folder, 'bin/assay.mjs'), 0o755)
  await fs.copyFile('LICENSE', path.join(folder, 'LICENSE'))
  await fs.cp(EXAMPLES, path.join(folder, EXAMPLES), { recursive: true })
}

/** The licence of every package of which a file is in the bundle: its name, version and the text that it comes with. */
async function licencesOf({ inputs }: Metafile): Promise<string> {
  const folders = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'))
    const licenceFiles = (await fs.readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
    const within = await Promise.all(licenceFiles.map((file) => fs.readFile(path.join(folder, file), 'utf8')))
    return [`${name} ${version} (${license})`, ...within].join('\n\n')
  })
  return (await Promise.all(texts)).join(`\n\n${'-'.repeat(80)}\n\n`)
}

export async function main(): Promise<void> {
  console.log(`Packed: ${await packCommandLine(FOLDER)}`)
}
