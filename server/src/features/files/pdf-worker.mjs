/**
 * Reads one PDF in a thread of its own and posts what is wrong with it, or null. Plain JavaScript, because a thread can't
 * load TypeScript in tests. @see docs/rules/profiles-and-files.md#uploads
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import {
  EncryptedPDFError,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'

/** What compressed objects may unpack to in all. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024

/** Names that only active content needs, wherever they are. */
const ACTIVE_NAMES = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'FileAttachment',
  'RichMedia',
  'RichMediaContent',
  'XFA',
])

/**
 * Every object of the file, also those that a later one of the same number replaces.
 * @type {import('@cantoo/pdf-lib').PDFObject[]}
 */
const objects = []
const { assign } = PDFContext.prototype
PDFContext.prototype.assign = function assignAndKeep(
  /** @type {import('@cantoo/pdf-lib').PDFRef} */ reference,
  /** @type {import('@cantoo/pdf-lib').PDFObject} */ object,
) {
  objects.push(object)
  assign.call(this, reference, object)
}

/** Direct dictionaries, because each trailer has one and the library keeps only the last trailer's entries. */
/** @type {{ parseDict: () => PDFDict }} */
const objectParser = /** @type {any} */ (PDFObjectParser.prototype)
const { parseDict } = objectParser
objectParser.parseDict = function parseDictAndKeep() {
  const dict = parseDict.call(this)
  objects.push(dict)
  return dict
}

let parsedObjects = 0
/** @type {{ parseIndirectObject: () => Promise<import('@cantoo/pdf-lib').PDFRef> }} */
const parser = /** @type {any} */ (PDFParser.prototype)
const { parseIndirectObject } = parser
parser.parseIndirectObject = function parseAndCount() {
  parsedObjects += 1
  return parseIndirectObject.call(this)
}

/** The beginning of an object, with comments between its parts as viewers allow them. */
const OBJECT_HEADER =
  /\d(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n]){1,50}\d+(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n]){0,50}obj/g

/**
 * Whether an object begins inside of another one or a comment: the library skips it, a viewer finds it by its place.
 * @param {Uint8Array} bytes
 */
function hidesObjects(bytes) {
  const headers = Buffer.from(bytes).toString('latin1').match(OBJECT_HEADER) ?? []
  return headers.length > parsedObjects
}

let unpackedBytes = 0
const createStream = PDFRawStream.of
PDFRawStream.of = (dict, contents, transform) => {
  const type = dict.lookup(PDFName.of('Type'))
  // Viewers unpack by these two entries alone, the library only by the type.
  const isPacked = dict.has(PDFName.of('First')) && dict.has(PDFName.of('N'))
  if (isPacked && type !== PDFName.of('ObjStm')) throw new Error('An unnamed object stream')
  if (type === PDFName.of('ObjStm') || type === PDFName.of('XRef')) limitUnpacked(dict, contents)
  return createStream(dict, contents, transform)
}

/**
 * The library unpacks these streams without a limit, so they are unpacked here first, with one.
 * @param {PDFDict} dict
 * @param {Uint8Array} contents
 */
function limitUnpacked(dict, contents) {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter === undefined) return
  if (filter !== PDFName.of('FlateDecode')) throw new Error('An unusual filter')
  const maxOutputLength = Math.max(1, MAX_UNPACKED_BYTES - unpackedBytes)
  unpackedBytes += inflateSync(contents, { maxOutputLength }).length
}

/** @param {(import('@cantoo/pdf-lib').PDFObject | undefined)[]} roots */
function hasActiveContent(roots) {
  const waiting = [...roots]
  while (waiting.length > 0) {
    const object = waiting.pop()
    if (object instanceof PDFName && ACTIVE_NAMES.has(object.decodeText())) return true
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    if (object instanceof PDFStream) waiting.push(object.dict)
    if (object instanceof PDFDict) for (const entry of object.entries()) waiting.push(...entry)
  }
  return false
}

/** @param {string | Uint8Array} source a path or the file's bytes */
async function findProblem(source) {
  try {
    const bytes = typeof source === 'string' ? readFileSync(source) : source
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
    const { trailerInfo } = document.context
    if (hasActiveContent([...objects, ...Object.values(trailerInfo)])) return 'active'
    if (hidesObjects(bytes)) return 'damaged'
    return document.getPageCount() > 0 ? null : 'damaged'
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'encrypted' : 'damaged'
  }
}

parentPort?.postMessage(await findProblem(workerData))
