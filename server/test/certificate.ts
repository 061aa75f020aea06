/** A certificate for 127.0.0.1 and calendar.test from an authority that only the tests know. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** The paths of its files. */
export type Certificate = { authority: string; certificate: string; key: string }

const NEW_KEY = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']

/** @param folder where the files go */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [authority, authorityKey] = [path.join(folder, 'authority.pem'), path.join(folder, 'authority.key')]
  const [certificate, key] = [path.join(folder, 'server.pem'), path.join(folder, 'server.key')]
  const request = (options: string[]) => promisify(execFile)('openssl', ['req', ...NEW_KEY, ...options])
  await request(['-subj', '/CN=Authority of tests', '-keyout', authorityKey, '-out', authority])
  await request([
    ...[
      '-subj',
      '/CN=server',
      '-addext',
      'subjectAltName=IP:127.0.0.1,DNS:calendar.test',
      '-addext',
      'basicConstraints=CA:FALSE',
    ],
    ...['-CA', authority, '-CAkey', authorityKey, '-keyout', key, '-out', certificate],
  ])
  return { authority, certificate, key }
}
