export { importWrites as exportsWrites } from './import-archive.ts'
export { exportReads as exportsReads } from './read-exports.ts'
