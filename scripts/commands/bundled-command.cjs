// Which bundle of commands may be run. In old syntax and without packages, as scripts/run.cjs, which reads it before anything else.
'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** Where bundles of commands are kept, below the app's folder. */
const FOLDER = 'generated/commands'

/** Archives, and the layers of images, have times of whole seconds. */
function isSameTime(one, other) {
  if (one === other) return true
  return Math.floor(one / 1000) === Math.floor(other / 1000) && (one % 1000 === 0 || other % 1000 === 0)
}

/**
 * The module of a command in the bundle that was made last, if every file that it was made from has the size and the time that it had then; else
 * null.
 */
function bundledCommand(root, name) {
  try {
    const folder = path.join(root, FOLDER)
    const bundle = path.join(folder, fs.readFileSync(path.join(folder, 'current'), 'utf8'))
    const sources = JSON.parse(fs.readFileSync(path.join(bundle, `${name}.sources.json`), 'utf8'))
    const isAsItWas = (file) => {
      const { size, mtimeMs } = fs.statSync(path.join(root, file))
      return size === sources[file][0] && isSameTime(mtimeMs, sources[file][1])
    }
    return Object.keys(sources).every(isAsItWas) ? path.join(bundle, `${name}.mjs`) : null
  } catch (_error) {
    // There is none yet, the command is not in it, or one of its files is gone.
    return null
  }
}

module.exports = { FOLDER, bundledCommand }
