/** Backs up and restores as an operator does. */
import { run as runBackup } from '../src/commands/backup.ts'
import { run as runRestore } from '../src/commands/restore.ts'
import type { TestApp } from './app.ts'
import { runCommand } from './command.ts'
import type { S3Server } from './s3.ts'

/** Where an installation is. Without a `databaseUrl` its database is the embedded one. */
export type Place = { databaseUrl?: string; dataDir: string; bucket?: S3Server['settings'] }

export const placeOf = ({ databaseUrl, deps }: TestApp): Place => ({
  databaseUrl,
  dataDir: deps.config.dataDir,
})

const toSettings = ({ databaseUrl = '', dataDir, bucket }: Place) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  ...bucket,
})

export function backUp(place: Place, folder: string) {
  return runCommand(runBackup, { args: ['--to', folder], env: toSettings(place) })
}

export function restore(folder: string, place: Place) {
  return runCommand(runRestore, { args: ['--from', folder], env: toSettings(place) })
}

/** Restores exactly what is in a backup. */
export function move(folder: string, place: Place) {
  return runCommand(runRestore, { args: ['--from', folder, '--for', 'move'], env: toSettings(place) })
}

/** Secures a database that was brought back by other means. @param time as ISO 8601 */
export function secureRecovered(time: string, place: Place) {
  return runCommand(runRestore, { args: ['--recovered', time], env: toSettings(place) })
}
