# The table's server. `docker build -t cuberails .`, then `docker run -p 8000:8000 -v cuberails:/data cuberails`.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[server]'

FROM python:3.12-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'cuberails[server]' \
    && useradd --system --create-home cuberails && install -d -o cuberails /data
USER cuberails
ENV CUBERAILS_DB=/data/cuberails.db CUBERAILS_LOG=json PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/ready', timeout=8)"]
CMD ["cuberails", "play", "--no-browser", "--host", "0.0.0.0", "--port", "8000"]
