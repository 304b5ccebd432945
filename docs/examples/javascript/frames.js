// Frames: two bytes of length, then one msgpack map. What must not be here: sockets, meaning.

import { decode, encode } from "@msgpack/msgpack";

const MAX_BODY_TO_SERVER_BYTES = 1024;
const MAX_BODY_TO_CLIENT_BYTES = 16384;
const LENGTH_BYTES = 2;

/** One message as the bytes to write, in one piece. */
export function frameOf(message) {
  const body = encode(message, { ignoreUndefined: true });
  if (body.length > MAX_BODY_TO_SERVER_BYTES) {
    throw new RangeError(`a ${message.type} of ${body.length} bytes is too long`);
  }
  const frame = Buffer.alloc(LENGTH_BYTES + body.length);
  frame.writeUInt16BE(body.length);
  frame.set(body, LENGTH_BYTES);
  return frame;
}

/** Collects bytes, however TCP cut them, until messages are whole. */
export class FrameReader {
  #rest = Buffer.alloc(0);

  /** The messages that are whole now. Throws where the server breaks the protocol. */
  *feed(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length >= LENGTH_BYTES) {
      const length = this.#rest.readUInt16BE();
      if (length > MAX_BODY_TO_CLIENT_BYTES) throw new RangeError(`a frame of ${length} bytes`);
      const end = LENGTH_BYTES + length;
      if (this.#rest.length < end) return;
      const body = this.#rest.subarray(LENGTH_BYTES, end);
      this.#rest = this.#rest.subarray(end);
      yield decode(body);
    }
  }
}
