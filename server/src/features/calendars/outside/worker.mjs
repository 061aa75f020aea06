/** Reads the busy times of one calendar in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { findTimes } from './busy-times.mjs'

parentPort?.postMessage(findTimes(workerData))
