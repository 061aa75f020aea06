export { getRequestStatus } from '@tendwell/contract/status-words'
