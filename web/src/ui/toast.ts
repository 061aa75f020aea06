// The headless part of react-hot-toast: the tokens style our toasts, and no style element is injected.
export { toast } from 'react-hot-toast/headless'
