import path from 'node:path'

/** The full path of a file or folder as it was named. npm runs commands from the project's folder, and says where they were typed. */
export const fileAt = (typedPath: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), typedPath)
