"""A network camera as shops sell them: motion JPEG over real HTTP, which can be switched off and on again."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

FRAMES_A_SECOND = 20


class MjpegServer:
    """Films its own picture counter; ``off`` cuts every viewer, ``on`` answers at the same address again."""

    def __init__(self, size_px=(320, 180)):
        self._size_px = size_px
        self._port = 0
        self._server = None
        self.on()

    @property
    def address(self):
        return f"http://viewer:secret@127.0.0.1:{self._port}/video"

    def on(self):
        self._server = _Server(("127.0.0.1", self._port), _Viewer)
        self._server.size_px = self._size_px
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), name="mjpeg-server").start()

    def silence(self):
        """Deliver nothing more, but keep the line open: a camera whose program hangs."""
        self._server.is_silent.set()

    def off(self):
        if self._server is not None:
            self._server.is_off.set()
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    allow_reuse_address = True

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.is_off = threading.Event()
        self.is_silent = threading.Event()


class _Viewer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        number = 0
        try:
            while not self.server.is_off.is_set():
                if self.server.is_silent.is_set():
                    self.server.is_off.wait()
                    return
                jpeg = self._jpeg(number)
                self.wfile.write(b"--picture\r\nContent-Type: image/jpeg\r\n")
                self.wfile.write(b"Content-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg))
                number += 1
                time.sleep(1 / FRAMES_A_SECOND)
        except OSError:
            self.close_connection = True  # the viewer has gone

    def _jpeg(self, number):
        width, height = self.server.size_px
        picture = np.full((height, width, 3), (number * 5) % 256, np.uint8)
        return cv2.imencode(".jpg", picture)[1].tobytes()

    def log_message(self, *arguments):
        """Say nothing."""
