// The one entry of the commands in package.json: checks Node and the installation, then runs scripts/<name>.ts.
// Kept in old syntax, so that an old Node gets the sentence below and not a syntax error.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const url = require('node:url')
const { bundledCommand } = require('./commands/bundled-command.cjs')

const root = path.dirname(__dirname)
const elsewhere = { worker: 'worker.ts', assay: 'cli/assay.ts', reader: 'lib/platform/foreign/reader.ts' }

function leave(message) {
  console.error(message)
  process.exit(1)
}

const version = process.versions.node.split('.').map(Number)
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  leave(`Assay needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
}

const name = process.argv[2] || ''
const file = path.join(root, elsewhere[name] || `scripts/${name}.ts`)
if (!/^[a-z0-9-]+$/.test(name) || !fs.existsSync(file)) {
  leave(`There is no command "${name}"; package.json lists them under "scripts".`)
}

try {
  require.resolve('tsx/esm/api')
} catch (_error) {
  leave('The packages are not installed yet: run "npm ci" first.')
}

const args = process.argv.slice(3)
process.argv.splice(1, 2, file)
// `assay` reads files named by the person who typed the command, from where it was typed.
if (name !== 'assay') process.chdir(root)
// Where lib/platform/foreign finds this file again, whatever has bundled it.
process.env.ASSAY_ROOT = root

/** The command's module: of the bundle that a build has made (scripts/commands/bundle.ts) while its sources are as they were, or the sources. */
function load() {
  const fromSources = () =>
    import('tsx/esm/api')
      .then((tsx) => tsx.register({ tsconfig: path.join(root, 'tsconfig.json') }))
      .then(() => import(url.pathToFileURL(file).href))
  const bundled = bundledCommand(root, name)
  if (!bundled) return fromSources()
  process.setSourceMapsEnabled(true)
  // A part of it that is gone, or that finds no packages from where it lies, is no reason to stop.
  return import(url.pathToFileURL(bundled).href).catch(fromSources)
}

load()
  .then((script) => (typeof script.main === 'function' ? script.main(args) : undefined))
  .catch((error) => {
    console.error(error && error.name === 'StartError' ? `assay: ${error.message}` : error)
    process.exit(1)
  })
